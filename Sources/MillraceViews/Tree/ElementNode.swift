// SPDX-License-Identifier: Apache-2.0

/// An element of the page, and what the page was last told about it.
class ElementNode: Node {
  /// One attribute with its value.
  struct Attribute: Equatable {
    let name: HTMLAttribute
    var value: String
  }

  /// What the page was told last, kept only from a change to the end of the flush.
  private struct Told {
    let text: String?
    var attributes: [Attribute]
    let free: [String: String]
  }

  let id: NodeID
  let tag: HTMLTag
  /// The node of what is inside the element.
  var content: Node?
  private(set) var text: String?
  private(set) var attributes: [Attribute] = []
  /// The child elements that the page has.
  private(set) var sent: [ElementNode] = []
  /// What the page may report, and the target that hears of it.
  private(set) var events: EventKinds = []
  private(set) weak var target: (any EventTarget)?
  /// Hears of the keyboard's focus.
  private(set) weak var focusTarget: (any FocusTarget)?

  private var told: Told?
  private var look: ElementLook?
  private var isSent = false
  private var isQueued = false
  private var childrenMayDiffer = true
  /// The room that this element makes those around it ask for; see ``Greed``.
  private var greed: Greed = []
  /// The greed of which the page has the classes.
  private var toldGreed: Greed = []
  /// Whether a `ForEach` right in this element may have a part of its rows on the page only.
  final var hasWindows = false

  init(tag: HTMLTag, class name: String? = nil, parent: Node?, scope: Scope) {
    id = scope.host?.makeNodeID() ?? NodeID(rawValue: 0)
    self.tag = tag
    if let name { attributes = [Attribute(name: .class, value: name)] }
    super.init(parent: parent, scope: scope)
  }

  override var childNodes: [Node] { content.map { [$0] } ?? [] }

  /// The child elements as they should be.
  var elementsInside: [ElementNode] {
    var elements: [ElementNode] = []
    content?.collect(into: &elements)
    return elements
  }

  override func collect(into elements: inout [ElementNode]) {
    scope.host?.visits += 1
    elements.append(self)
  }

  override func didUnmount() {
    if !events.isEmpty { scope.host?.forget(self) }
  }

  override func didLeavePage() {
    isSent = false
    isQueued = false
    told = nil
  }

  /// Other attributes, whose names are the application's; none of them is one of ``attributes``.
  var freeAttributes: [String: String] { [:] }

  /// Whether the page may be told of a new value of an attribute.
  func reveals(_ attribute: Attribute) -> Bool { true }

  /// The value of an attribute.
  final func value(_ name: HTMLAttribute) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// Sets or, with `nil`, removes an attribute.
  final func set(_ name: HTMLAttribute, _ value: String?) {
    guard self.value(name) != value else { return }
    willChange()
    Self.assign(name, value, in: &attributes)
    if name == .hidden, value != nil || !isCovered { tellCover(value != nil) }
  }

  /// Whether the element is there and not shown, as a level that another one covers.
  final var isHidden: Bool { value(.hidden) != nil }

  /// The style that the element has without any modifier.
  var ownStyle: InlineStyle { InlineStyle() }

  /// Sets the class that the element has without any modifier.
  final func set(class name: String?) {
    guard look != nil else { return set(.class, name) }
    look?.base = name
    showLook()
  }

  /// Shows the style and the label that the element has without any modifier.
  final func set(ownStyle style: InlineStyle, label: String?) {
    guard look != nil else {
      set(.style, style.text)
      return set(.ariaLabel, label)
    }
    look?.baseStyle = style
    look?.baseLabel = label
    showLook()
  }

  /// Applies a modifier.
  ///
  /// The innermost modifier of a kind counts, whichever came first. `nil` takes back what the same
  /// modifier did before.
  func decorate(_ decoration: Decoration?, by owner: Node) {
    // What is taken back may have been done to either.
    if decoration?.isForElement != false, let control = labelled, control !== self {
      control.decorate(decoration, by: owner)
      if decoration != nil { return }
    }
    if look == nil {
      guard decoration != nil else { return }
      look = ElementLook(
        base: value(.class), style: ownStyle, label: value(.ariaLabel),
        name: value(.ariaLabelledby))
    }
    let before = look?.attributes ?? []
    look?.set(decoration, by: ObjectIdentifier(owner), depth: owner.depth)
    let now = look?.attributes ?? []
    for old in before where !now.contains(where: { $0.name == old.name }) { set(old.name, nil) }
    for attribute in now { set(attribute.name, attribute.value) }
    showLook()
  }

  /// Lets another element say what this one is called, as long as no modifier does.
  final func set(namedBy other: ElementNode) {
    let id = "millrace-n\(other.id.rawValue)"
    other.set(.id, id)
    set(.ariaLabelledby, id)
  }

  private func showLook() {
    set(.ariaLabelledby, look?.label == nil ? look?.baseName : nil)
    set(.class, look?.classes)
    set(.style, look?.style.text)
    set(.ariaLabel, look?.label)
  }

  /// The element that a label is for: the control inside a `label`, or this element.
  private var labelled: ElementNode? {
    guard tag == .label else { return self }
    return elementsInside.first { !$0.events.isEmpty }
  }

  /// Sets the text of an element that holds nothing else.
  final func set(text newText: String) {
    guard text != newText else { return }
    willChange()
    text = newText
  }

  /// Notes what the page shows already, because a person has changed it there.
  final func note(_ name: HTMLAttribute, _ value: String?) {
    Self.assign(name, value, in: &attributes)
    if told != nil { Self.assign(name, value, in: &told!.attributes) }
  }

  /// Makes the page show the element's own value again, after an event that was refused: what a
  /// person has typed, ticked or chosen is on the page only.
  final func correct(after event: ViewEvent.Kind) {
    let (name, shown): (HTMLAttribute, String?)
    switch event {
    case .input(let text): (name, shown) = (.value, text)
    case .toggle(let isOn): (name, shown) = (.checked, isOn ? "" : nil)
    case .select(let choice): (name, shown) = (.value, choice)
    default: return
    }
    willChange()
    if told != nil { Self.assign(name, shown, in: &told!.attributes) }
  }

  /// Makes the page report events of an element.
  final func listen(_ events: EventKinds, _ target: any EventTarget) {
    self.events = events
    self.target = target
    scope.host?.remember(self)
  }

  /// Makes the page report the focus of an element.
  final func reportFocus(to target: any FocusTarget) {
    focusTarget = target
    events.insert(.focus)
    scope.host?.remember(self)
  }

  /// Notes that other elements may be inside this one now.
  final func childrenChanged() {
    childrenMayDiffer = true
    enqueue()
  }

  /// Notes what the page has before its text or an attribute changes.
  final func willChange() {
    guard isSent else { return }
    if told == nil { told = Told(text: text, attributes: attributes, free: freeAttributes) }
    enqueue()
  }

  private func enqueue() {
    guard isSent, !isQueued else { return }
    isQueued = true
    scope.host?.enqueue(self)
  }

  private static func assign(
    _ name: HTMLAttribute, _ value: String?, in attributes: inout [Attribute]
  ) {
    let index = attributes.firstIndex { $0.name == name }
    switch (index, value) {
    case (let index?, let value?): attributes[index].value = value
    case (let index?, nil): attributes.remove(at: index)
    case (nil, let value?): attributes.append(Attribute(name: name, value: value))
    case (nil, nil): break
    }
  }
}

// MARK: - Sending

extension ElementNode {
  /// Notes that the page gets this element with all that is in it.
  final func willSend() {
    isSent = true
    isQueued = false
    told = nil
    if childrenMayDiffer {
      childrenMayDiffer = false
      sent = elementsInside
    }
    for child in sent { child.willSend() }
    reckonGreed()
    for child in sent { admit(child) }
  }

  /// The classes that the page has, or is to have.
  final var classes: String? {
    let own = value(.class)
    let suffix = toldGreed.suffix
    return suffix.isEmpty ? own : own.map { $0 + suffix } ?? String(suffix.dropFirst())
  }

  private var stretch: Stretch { .of(value(.class)) }

  /// Finds out what room this element asks for; the elements in it are reckoned already.
  private func reckonGreed() {
    let stretch = stretch
    greed = stretch.own
    for child in sent where child.tag != .dialog {
      greed.formUnion(child.stretch.isSpacer ? stretch.ofSpacers : child.greed)
    }
    greed.subtract(stretch.bounds)
  }

  /// Finds out which greed of a child the page needs as a class.
  ///
  /// - Returns: Whether that is another one than before.
  @discardableResult private func admit(_ child: ElementNode) -> Bool {
    let inner = child.stretch
    let greed = stretch.tells(of: inner) ? child.greed.subtracting(inner.own) : []
    defer { child.toldGreed = greed }
    return greed != child.toldGreed
  }

  /// Sends the classes of the children that ask for other room than before.
  ///
  /// - Returns: Whether this element asks for other room now, so that the one around it comes next.
  final func sendGreed(to patches: inout [Patch]) -> Bool {
    guard isMounted, isSent else { return false }
    for child in sent where admit(child) { child.sendClasses(to: &patches) }
    let before = greed
    reckonGreed()
    return greed != before
  }

  private func sendClasses(to patches: inout [Patch]) {
    let name = HTMLAttribute.class.rawValue
    patches.append(
      classes.map { .setAttribute(id, name: name, value: $0) } ?? .removeAttribute(id, name: name))
  }

  /// Tells what has changed since the page was told last.
  final func send(to patches: inout [Patch]) {
    guard isMounted, isQueued else { return }
    isQueued = false
    let childrenDiffered = childrenMayDiffer && sendChildren(to: &patches)
    let count = patches.count
    sendOwn(to: &patches)
    if childrenDiffered, tag == .select, patches.count == count { sendValue(to: &patches) }
  }

  private func sendOwn(to patches: inout [Patch]) {
    guard let told else { return }
    self.told = nil
    if let text, text != told.text { patches.append(.setText(id, text)) }
    if value(.class) != told.attributes.first(where: { $0.name == .class })?.value {
      sendClasses(to: &patches)
      for element in [self, enclosingElement] { element.map { scope.host?.queue.add(greed: $0) } }
    }
    let free = freeAttributes
    for name in told.free.keys.sorted() where free[name] == nil {
      patches.append(.removeAttribute(id, name: name))
    }
    for old in told.attributes where value(old.name) == nil && old.name != .class {
      patches.append(.removeAttribute(id, name: old.name.rawValue))
    }
    for new in attributes
    where new.name != .class && !told.attributes.contains(new) && reveals(new) {
      patches.append(.setAttribute(id, name: new.name.rawValue, value: new.value))
    }
    for (name, value) in free.sorted(by: { $0.key < $1.key }) where told.free[name] != value {
      patches.append(.setAttribute(id, name: name, value: value))
    }
  }

  private func sendChildren(to patches: inout [Patch]) -> Bool {
    childrenMayDiffer = false
    var old = sent
    sent = elementsInside
    // What has left the page and come back since it was told last is sent anew.
    let returned = old.contains { !$0.isSent } ? withdraw(&old, to: &patches) : false
    let steps = ChildrenDiff.steps(from: old.map(\.id), to: sent.map(\.id))
    guard returned || !steps.isEmpty else { return false }
    scope.host?.queue.add(greed: self)
    let byID = Dictionary(sent.map { ($0.id, $0) }) { first, _ in first }
    for step in steps {
      switch step {
      case .remove(let run):
        patches.append(.remove(run[0], through: run.count > 1 ? run.last : nil))
      case .move(let run, let next):
        let last = run.count > 1 ? run.last : nil
        patches.append(.move(run[0], through: last, parent: id, before: next))
      case .insert(let run, let next):
        var writer = HTMLWriter()
        for child in run {
          guard let element = byID[child] else { continue }
          element.willSend()
          admit(element)
          writer.write(element)
        }
        patches.append(.insert(html: writer.html, parent: id, before: next))
      }
    }
    return true
  }

  /// Takes the children off the page that have left it and are to be on it again.
  ///
  /// - Returns: Whether there are any.
  private func withdraw(_ old: inout [ElementNode], to patches: inout [Patch]) -> Bool {
    let back = Set(sent.lazy.filter { !$0.isSent }.map(\.id)).intersection(old.map(\.id))
    old.removeAll { back.contains($0.id) }
    for id in back.sorted(by: { $0.rawValue < $1.rawValue }) {
      patches.append(.remove(id, through: nil))
    }
    return !back.isEmpty
  }

  /// Sends the choice of a `select` again: the browser has chosen another option if that one came
  /// only now.
  private func sendValue(to patches: inout [Patch]) {
    guard let value = value(.value) else { return }
    patches.append(.setAttribute(id, name: HTMLAttribute.value.rawValue, value: value))
  }
}
