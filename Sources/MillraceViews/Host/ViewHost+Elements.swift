// SPDX-License-Identifier: Apache-2.0

extension ViewHost {
  /// The page as the user perceives it, without changes of state that are still pending.
  ///
  /// ``html()``, ``flush()`` and ``handle(_:)`` process pending changes.
  ///
  /// It includes elements that the user does not see at the moment, for example tabs that are not
  /// selected; ``ViewElement/seen(withOpen:)`` leaves them out. For a list with more than 200 rows
  /// it includes only the rows that are on the page: see ``List``.
  ///
  /// - Returns: The root of the page; an empty group if the host is closed.
  /// - Complexity: O(n) in the number of elements.
  public func elements() -> ViewElement {
    guard let root else {
      return ViewElement(
        id: NodeID(rawValue: 0), role: .group, label: "", value: nil, isEnabled: true,
        isMultiline: false, concealment: nil, identifier: nil, children: [])
    }
    return root.snapshot()
  }

  /// Returns the number of times that the body of a view type has run in this host.
  ///
  /// - Parameter type: The view type, generic arguments included.
  /// - Returns: The number of runs so far.
  public func bodies(of type: Any.Type) -> Int {
    bodyCounts[ObjectIdentifier(type)] ?? 0
  }
}

extension ElementNode {
  /// A snapshot of the element and its content.
  fileprivate func snapshot(isInMenu: Bool = false) -> ViewElement {
    let concealment = isInMenu ? .menu : concealment
    if let control = labelledControl {
      // The labels of the ends of a slider are not its name. They are elements inside it.
      let bar = control.enclosingElement
      let caption = elementsInside.filter { $0 !== control && $0 !== bar }.map { $0.snapshot() }
      var element = control.snapshot(caption: caption.name, concealment ?? control.concealment)
      if let bar, bar !== self {
        element.children = bar.elementsInside.filter { $0 !== control }.map { $0.snapshot() }
      }
      return element
    }
    return snapshot(caption: nil, concealment)
  }

  private func snapshot(
    caption: String?, _ concealment: ViewElement.Concealment?
  ) -> ViewElement {
    // The parts of a text are one text, with its links.
    let inside = shownText == nil ? elementsInside : (content as? TextParts)?.links ?? []
    var children = inside.filter { ($0 as? GapNode)?.rows.isEmpty != true }
      .map { $0.snapshot(isInMenu: tag == .details && $0.tag != .summary) }
    let role = spokenRole ?? role
    // A text with another role contains the text.
    if role != .text, tag == .span, let shownText { children = [plainText(shownText)] }
    return ViewElement(
      id: id, role: role, label: label(caption, role, children), value: shownValue(role, children),
      isEnabled: value(.disabled) == nil && value(.ariaDisabled) == nil,
      isMultiline: tag == .textarea, concealment: concealment, identifier: value(.dataTestid),
      children: children)
  }

  private func plainText(_ text: String) -> ViewElement {
    ViewElement(
      id: id, role: .text, label: text, value: nil, isEnabled: true, isMultiline: false,
      concealment: nil, identifier: nil, children: [])
  }

  /// The role that a modifier has set on an element without a role of its own, or nil.
  private var spokenRole: ViewElement.Role? {
    switch tag {
    case .div, .span, .svg, .img: break
    default: return nil
    }
    return switch value(.role) {
    case "button", "switch": .button
    case "heading": .heading
    case "img": .image
    case "link": .link
    default: nil
    }
  }

  private var concealment: ViewElement.Concealment? {
    if let gap = self as? GapNode { return .rows(gap.rows) }
    if value(.hidden) != nil {
      if value(.role) == "tabpanel" { return .tab }
      return value(.class)?.hasPrefix("mv-level") == true ? .level : .column
    }
    return isUnseen ? .hidden : nil
  }

  private var role: ViewElement.Role {
    if self is GapNode { return .group }
    return switch tag {
    case .button, .summary: .button
    case .dialog: value(.role) == nil ? .sheet : .alert
    case .a: .link
    case .div where self is ChoicesElement: .picker
    case .details, .div, .foreignObject, .label, .mask, .nav, .path: .group
    case .form: .form
    case .h2: .heading
    case .hr: .divider
    case .img, .svg: .image
    case .input:
      switch value(.type) {
      case "checkbox": .toggle
      case "file": .fileField
      case "password": .secureField
      case "radio": .option
      case "range": .slider
      default: .textField
      }
    case .li: isAroundSection ? .group : .row
    case .option: value(.disabled) == nil ? .option : .text
    case .meter, .progress: .progress
    case .section: .section
    case .select: .picker
    case .span: shownText == nil ? .group : .text
    case .textarea: .textField
    case .ul: .list
    }
  }

  /// Whether this is the `li` of a list around a section, which is not one of the list's rows.
  private var isAroundSection: Bool {
    var inside = (self as? RowNode)?.inner
    while let wrapper = inside as? WrapperNode { inside = wrapper.inner }
    return (inside as? ElementNode)?.tag == .section
  }

  /// The string for the selected option of a picker.
  private var chosenOption: String? {
    guard let group = self as? ChoicesElement else { return value(.value) }
    return group.choices.first { $0.input.value(.checked) != nil }?.value
  }

  /// The text, or the joined parts of the text.
  private var shownText: String? { text ?? (content as? TextParts)?.string }

  private func label(
    _ caption: String?, _ role: ViewElement.Role, _ children: [ViewElement]
  ) -> String {
    if let label = value(.ariaLabel) { return label }
    if let caption { return caption }
    return switch role {
    case .text, .option: shownText ?? ""
    case .image: value(.alt) ?? ""
    case .button, .heading, .link: children.name
    case .picker: Array(children.prefix(1)).name
    default: ""
    }
  }

  private func shownValue(_ role: ViewElement.Role, _ children: [ViewElement]) -> String? {
    switch role {
    case .textField, .option, .slider, .progress: value(.value) ?? ""
    case .secureField: String(repeating: "•", count: value(.value)?.count ?? 0)
    case .toggle: value(.checked) == nil ? "off" : "on"
    case .picker:
      children.first { $0.role == .option && $0.value == chosenOption }?.label ?? ""
    default: nil
    }
  }
}

extension [ViewElement] {
  /// The name that these elements give to the element around them: their texts that are not hidden.
  fileprivate var name: String {
    filter { $0.concealment == nil }.flatMap { $0.seen().texts }.joined(separator: " ")
  }
}
