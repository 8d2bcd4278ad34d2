// SPDX-License-Identifier: Apache-2.0

/// An element of the page: its present state, and the state that was last sent to the page.
class ElementNode: Node {
  /// One attribute with its value.
  struct Attribute: Equatable {
    let name: HTMLAttribute
    var value: String
  }

  /// The state that was last sent to the page.
  ///
  /// It is stored only from the first change until the change has been sent.
  private struct SentState {
    let text: String?
    var attributes: [Attribute]
    let free: [String: String]
    let events: EventKinds
    /// Whether the value is one that the user has entered and that was refused.
    var isRefused = false
  }

  let id: NodeID
  let tag: HTMLTag
  /// The node of the element's content.
  var content: Node?
  private(set) var text: String?
  private(set) var attributes: [Attribute] = []
  /// The child elements that the page has.
  private(set) var sent: [ElementNode] = []
  /// The kinds of events that the page reports.
  private(set) var events: EventKinds = []
  /// The target that handles the events.
  private(set) weak var target: (any EventTarget)?
  /// The target that is notified of the keyboard focus.
  private(set) weak var focusTarget: (any FocusTarget)?

  private var lastSent: SentState?
  private var look: ElementLook?
  private var isSent = false
  private var isQueued = false
  private var childrenMayDiffer = true
  /// The greed that this element passes to the element around it; see ``Greed``.
  private var greed: Greed = []
  /// The greed whose classes the element has on the page.
  private var sentGreed: Greed = []
  /// Whether a `ForEach` directly in this element is allowed to show only some of its rows.
  final var hasWindows = false

  init(tag: HTMLTag, class name: String? = nil, parent: Node?, scope: Scope) {
    id = scope.host?.makeNodeID() ?? NodeID(rawValue: 0)
    self.tag = tag
    if let name { attributes = [Attribute(name: .class, value: name)] }
    super.init(parent: parent, scope: scope)
  }

  override var childNodes: [Node] { content.map { [$0] } ?? [] }
  override var nodesWithWrappers: [Node] { [] }

  /// The present child elements, which the page may not have yet.
  var elementsInside: [ElementNode] { content?.outermostElements ?? [] }

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
    lastSent = nil
  }

  /// Other attributes, whose names the application has chosen.
  ///
  /// They have no name in common with ``attributes``.
  var freeAttributes: [String: String] { [:] }

  /// Whether a value of an attribute is allowed to be sent to the page.
  func reveals(_ attribute: Attribute) -> Bool { true }

  /// Returns the value of an attribute, or nil.
  final func value(_ name: HTMLAttribute) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// Sets an attribute, or removes it if the value is nil.
  ///
  /// While a modifier sets the attribute, the value is recorded, and is shown when the modifier no
  /// longer sets it.
  final func set(_ name: HTMLAttribute, _ value: String?) {
    if look?.record(name, own: value) == true { return }
    show(name, value)
  }

  private func show(_ name: HTMLAttribute, _ value: String?) {
    guard self.value(name) != value else { return }
    willChange()
    Self.assign(name, value, in: &attributes)
    if name == .hidden, value != nil || !isCovered { notifyCover(value != nil) }
  }

  /// True if the element has the attribute `hidden`, for example as a level that another level
  /// covers.
  final var isHidden: Bool { value(.hidden) != nil }

  /// True if `hidden()`, `opacity(0)` or the attribute `hidden` of an `HTMLView` hides the element.
  final var isUnseen: Bool {
    freeAttributes["hidden"] != nil
      || value(.style)?.split(separator: ";").contains("visibility:hidden") == true
  }

  /// The style that the element has without any modifier.
  var ownStyle: InlineStyle { InlineStyle() }

  /// Sets the class that the element has in addition to those of modifiers.
  final func set(class name: String?) {
    guard look != nil else { return set(.class, name) }
    look?.base = name
    showLook()
  }

  /// Sets the style and the label that the element has where no modifier sets them.
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
  /// If several modifiers have the same kind, the innermost one is used; opacities are multiplied,
  /// and traits are combined. The order of the calls has no effect. `nil` removes the previous
  /// decoration of the same modifier.
  func decorate(_ decoration: Decoration?, by owner: Node) {
    // A decoration that is removed may have been applied to this element or to the one inside.
    if let inside = elementInside(for: decoration) {
      inside.decorate(decoration, by: owner)
      if decoration != nil { return }
    }
    if look == nil {
      guard decoration != nil else { return }
      look = makeLook()
    }
    let before = look?.attributes ?? []
    look?.set(decoration, by: ObjectIdentifier(owner), depth: owner.depth)
    let now = look?.attributes ?? []
    for old in before where !now.contains(where: { $0.name == old.name }) {
      show(old.name, look?.uncover(old.name))
    }
    for attribute in now {
      look?.cover(attribute.name, own: value(attribute.name))
      show(attribute.name, attribute.value)
    }
    showLook()
  }

  /// Sets the decorations of the element itself, inside those of all modifiers.
  final func set(ownDecorations decorations: [Decoration]) {
    if look == nil, decorations.isEmpty { return }
    let look = look ?? makeLook()
    self.look = look
    guard look.own != decorations else { return }
    look.own = decorations
    showLook()
  }

  private func makeLook() -> ElementLook {
    ElementLook(
      base: value(.class), style: ownStyle, label: value(.ariaLabel), name: value(.ariaLabelledby),
      kind: SpokenKind(of: self))
  }

  /// Uses another element as the name of this element, unless a modifier sets a label.
  final func set(namedBy other: ElementNode) {
    set(.ariaLabelledby, other.refer())
  }

  /// Uses another element as the description of this element.
  final func set(describedBy other: ElementNode) {
    set(.ariaDescribedby, other.refer())
  }

  /// Gives the element an `id`, by which attributes of other elements refer to it.
  @discardableResult
  final func refer() -> String {
    let name = Self.reference(to: id)
    set(.id, name)
    return name
  }

  /// The `id` of an element to which attributes of other elements refer.
  static func reference(to id: NodeID) -> String { "millrace-n\(id.rawValue)" }

  private func showLook() {
    set(.ariaLabelledby, look?.label == nil ? look?.baseName : nil)
    set(.class, look?.classes)
    set(.style, look?.style.text)
    set(.ariaLabel, look?.label)
  }

  /// The control inside a `label`, or nil.
  ///
  /// The caption can contain buttons and elements with gestures. The control of a slider is between
  /// the labels of the minimum and the maximum, in an element of their own. A progress indicator is
  /// not a control.
  final var labelledControl: ElementNode? {
    let inside = tag == .label ? elementsInside : []
    if inside.contains(where: { $0.tag == .progress }) { return nil }
    return inside.first { [.input, .select, .textarea].contains($0.tag) }
      ?? inside.last?.elementsInside.first { $0.tag == .input }
  }

  /// The element inside this one to which a decoration applies, or nil if it applies to this one.
  ///
  /// An attribute, or what screen readers read, applies to the control inside a `label`. What they
  /// read also applies to the indicator of a progress view or gauge, and to the button of a menu.
  private func elementInside(for decoration: Decoration?) -> ElementNode? {
    if decoration?.isForElement == false { return nil }
    if let control = labelledControl { return control }
    if case .attribute? = decoration { return nil }
    return switch tag {
    case .label:
      elementsInside.first { $0.tag == .progress }
        ?? elementsInside.flatMap(\.elementsInside).first { $0.tag == .meter }
    case .details: elementsInside.first { $0.tag == .summary }
    case .div where value(.class)?.hasPrefix("mv-menu") == true:  // A disabled menu.
      elementsInside.first { $0.tag == .button }
    default: nil
    }
  }

  /// Sets the text of an element that has no child elements, or nil for an element that gets some.
  final func set(text newText: String?) {
    guard text != newText else { return }
    willChange()
    text = newText
  }

  /// Records a value that the page already shows, because the user has changed it there.
  final func note(_ name: HTMLAttribute, _ value: String?) {
    Self.assign(name, value, in: &attributes)
    if lastSent != nil { Self.assign(name, value, in: &lastSent!.attributes) }
  }

  /// Makes the page show the element's value again, after a refused event.
  ///
  /// The user's text or choice is recorded as the value that the page has. Therefore the next flush
  /// sends the element's value, if the two differ. A value that the page must not have is replaced
  /// by an empty one.
  func correct(after event: ViewEvent.Kind) {
    let (name, shown): (HTMLAttribute, String?)
    switch event {
    case .input(let text): (name, shown) = (.value, text)
    case .toggle(let isOn): (name, shown) = (.checked, isOn ? "" : nil)
    case .select(let choice): (name, shown) = (.value, choice)
    default: return
    }
    willChange()
    guard lastSent != nil else { return }
    Self.assign(name, shown, in: &lastSent!.attributes)
    lastSent!.isRefused = true
  }

  /// Makes the page report events of this element to a target.
  final func listen(_ events: EventKinds, _ target: any EventTarget) {
    willChange()
    self.events = events
    self.target = target
    if events.isEmpty { scope.host?.forget(self) } else { scope.host?.remember(self) }
  }

  /// Makes the page report the keyboard focus of this element to a target.
  final func reportFocus(to target: any FocusTarget) {
    focusTarget = target
    guard !events.contains(.focus) else { return }
    willChange()
    events.insert(.focus)
    scope.host?.remember(self)
  }

  /// Ends the reports of the keyboard focus, unless another target gets them now.
  final func endFocusReports(to target: any FocusTarget) {
    guard focusTarget === target else { return }
    focusTarget = nil
    set(.autofocus, nil)
    if self.target is any FocusTarget { return }
    willChange()
    events.remove(.focus)
    if events.isEmpty { scope.host?.forget(self) }
  }

  /// Marks the element, because its child elements may have changed.
  final func childrenChanged() {
    childrenMayDiffer = true
    enqueue()
  }

  /// Stores the state that the page has, and queues the element.
  ///
  /// Called before the text, an attribute or the kinds of events change.
  final func willChange() {
    guard isSent else { return }
    if lastSent == nil {
      lastSent = SentState(
        text: text, attributes: attributes, free: freeAttributes, events: events)
    }
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
  /// Called before this element and its content are rendered for the page.
  final func willSend() {
    isSent = true
    isQueued = false
    lastSent = nil
    if childrenMayDiffer {
      childrenMayDiffer = false
      sent = elementsInside
    }
    for child in sent { child.willSend() }
    computeGreed()
    for child in sent { updateSentGreed(of: child) }
  }

  /// The classes of the element on the page, including those for ``Greed``.
  final var classes: String? {
    let own = value(.class)
    let suffix = sentGreed.suffix
    return suffix.isEmpty ? own : own.map { $0 + suffix } ?? String(suffix.dropFirst())
  }

  private var stretch: Stretch { .of(value(.class)) }

  /// Computes the greed of this element from the greed of its children, which is computed first.
  private func computeGreed() {
    let stretch = stretch
    greed = stretch.own
    for child in sent where child.tag != .dialog {
      greed.formUnion(stretch.inherited(from: child.greed))
    }
    greed.subtract(stretch.bounds)
  }

  /// Computes the part of a child's greed that the page needs as classes of the child.
  ///
  /// - Returns: Whether the classes have changed.
  @discardableResult private func updateSentGreed(of child: ElementNode) -> Bool {
    let inner = child.stretch
    let stretch = stretch
    let greed =
      child.tag == .button || stretch.needsClasses(for: inner)
      ? stretch.directions(of: child.greed).subtracting(inner.own) : []
    defer { child.sentGreed = greed }
    return greed != child.sentGreed
  }

  /// Sends the classes of the children whose greed has changed.
  ///
  /// - Returns: Whether the greed of this element has changed. If so, the element around it is
  ///   next.
  final func sendGreed(to patches: inout [Patch]) -> Bool {
    guard isMounted, isSent else { return false }
    for child in sent where updateSentGreed(of: child) { child.sendClasses(to: &patches) }
    let before = greed
    computeGreed()
    return greed != before
  }

  private func sendClasses(to patches: inout [Patch]) {
    let name = HTMLAttribute.class.rawValue
    patches.append(
      classes.map { .setAttribute(id, name: name, value: $0) } ?? .removeAttribute(id, name: name))
  }

  /// Sends the changes since the last call.
  final func send(to patches: inout [Patch]) {
    guard isMounted, isQueued else { return }
    isQueued = false
    if text == nil, lastSent?.text?.isEmpty == false { patches.append(.setText(id, "")) }
    let childrenDiffered = childrenMayDiffer && sendChildren(to: &patches)
    let count = patches.count
    sendOwn(to: &patches)
    if childrenDiffered, tag == .select { sendValue(to: &patches, unlessAfter: count) }
  }

  private func sendOwn(to patches: inout [Patch]) {
    guard let lastSent else { return }
    self.lastSent = nil
    if let text, text != lastSent.text { patches.append(.setText(id, text)) }
    let oldClass = lastSent.attributes.first { $0.name == .class }?.value
    if value(.class) != oldClass {
      sendClasses(to: &patches)
      if stretch != .of(oldClass) {
        for element in [self, enclosingElement] { element.map { scope.host?.queue.add(greed: $0) } }
      }
    }
    let free = freeAttributes
    for name in lastSent.free.keys.sorted() where free[name] == nil {
      patches.append(.removeAttribute(id, name: name))
    }
    for old in lastSent.attributes where value(old.name) == nil && old.name != .class {
      patches.append(.removeAttribute(id, name: old.name.rawValue))
    }
    for new in attributes
    where new.name != .class && !lastSent.attributes.contains(new) {
      guard reveals(new) || lastSent.isRefused else { continue }
      let value = reveals(new) ? new.value : ""
      patches.append(.setAttribute(id, name: new.name.rawValue, value: value))
    }
    for (name, value) in free.sorted(by: { $0.key < $1.key }) where lastSent.free[name] != value {
      patches.append(.setAttribute(id, name: name, value: value))
    }
    if events != lastSent.events {
      patches.append(
        events.isEmpty
          ? .removeAttribute(id, name: "data-on")
          : .setAttribute(id, name: "data-on", value: events.names))
    }
  }

  private func sendChildren(to patches: inout [Patch]) -> Bool {
    childrenMayDiffer = false
    var old = sent
    sent = elementsInside
    // An element that has left the page and returned since the last flush is sent again.
    let returned = old.contains { !$0.isSent } ? withdraw(&old, to: &patches) : false
    let steps = ChildrenDiff.steps(from: old.map(\.id), to: sent.map(\.id))
    guard returned || !steps.isEmpty else { return false }
    scope.host?.queue.add(greed: self)
    notifyContentChanged()
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
          updateSentGreed(of: element)
          writer.write(element)
        }
        patches.append(.insert(html: writer.html, parent: id, before: next))
      }
    }
    return true
  }

  private func notifyContentChanged() {
    var node = parent
    while let current = node {
      current.contentChanged()
      node = current.parent
    }
  }

  /// Removes from the page the children that have left it and returned since the last flush.
  ///
  /// - Returns: Whether there are such children.
  private func withdraw(_ old: inout [ElementNode], to patches: inout [Patch]) -> Bool {
    let back = Set(sent.lazy.filter { !$0.isSent }.map(\.id)).intersection(old.map(\.id))
    old.removeAll { back.contains($0.id) }
    for id in back.sorted(by: { $0.rawValue < $1.rawValue }) {
      patches.append(.remove(id, through: nil))
    }
    return !back.isEmpty
  }

  /// Sends the value of a `select` again, unless it is among the patches after a number of others.
  ///
  /// If the option for the value was inserted only now, the browser had selected another option.
  private func sendValue(to patches: inout [Patch], unlessAfter count: Int) {
    guard let value = value(.value) else { return }
    let patch = Patch.setAttribute(id, name: HTMLAttribute.value.rawValue, value: value)
    if !patches[count...].contains(patch) { patches.append(patch) }
  }
}
