// SPDX-License-Identifier: Apache-2.0

/// The node of a view with a dialog.
///
/// Its element exists while the dialog is open.
final class DialogNode<Inside: View>: ControlNode {
  /// The node of the view that has the dialog.
  var content: Node?
  private var dialog: Dialog<Inside>
  /// The identity of the open dialog's content, or nil.
  private var id: AnyHashable?
  /// The buttons of the open alert, or nil.
  private var buttons: AlertButtons?
  /// Whether the binding was set to false since the last refresh, to close the dialog.
  private var isClosing = false

  override var childNodes: [Node] { [content, element].compactMap { $0 } }

  init(_ dialog: Dialog<Inside>, parent: Node, scope: Scope) {
    self.dialog = dialog
    super.init(parent: parent, scope: scope)
    refresh()
  }

  func update(with dialog: Dialog<Inside>) {
    self.dialog = dialog
    refresh()
  }

  /// The dialog is not included: it is a child of the root element.
  override func collect(into elements: inout [ElementNode]) {
    content?.collect(into: &elements)
  }

  override func refresh() {
    isClosing = false
    var newID: AnyHashable?
    var look = DialogLook()
    let inside: Inside? = track {
      guard dialog.isPresented.wrappedValue else { return nil }
      newID = dialog.id()
      look = scope.read(\.dialogLook)
      return dialog.inside()
    }
    if newID != id { close() }
    id = newID
    switch (inside, element) {
    case (let inside?, nil): open(inside, look)
    case (let inside?, let element?):
      if let title = dialog.title { element.set(.ariaLabel, title) }
      show(look, on: element)
      if let content = element.content { Tree.update(content, with: inside) }
    case (nil, .some): close()
    case (nil, nil): break
    }
  }

  /// Called when the user closes the dialog without pressing one of its buttons.
  ///
  /// The action of a cancel button runs before the dialog closes, as when the button is pressed.
  override func handle(_ event: ViewEvent.Kind) -> Bool {
    buttons?.cancel()
    dismiss()
    return true
  }

  override func didUnmount() {
    super.didUnmount()
    guard let element else { return }
    scope.host?.root?.close(element)
    countOpenings(-1)
  }

  private func show(_ look: DialogLook, on element: ElementNode) {
    let name = dialog.title == nil ? "mv-sheet" : "mv-alert"
    element.set(.class, name + (dialog.hasChoices ? " mv-choices" : "") + look.classes)
    element.set(.dir, look.direction)
    (element as? SheetElement)?.inherited = look.sheetStyle
  }

  private func open(_ inside: Inside, _ look: DialogLook) {
    let close = ActionBox {}
    let titles = TitlePlace(in: nil, isCovered: true)
    let sheet = SheetPlace()
    let isSheet = dialog.title == nil
    let buttons = isSheet ? nil : AlertButtons()
    let inner = Scope(in: scope, slot: .plain) {
      $0.alertAction = isSheet ? nil : close
      $0.alertButtons = buttons
      $0.sheet = isSheet ? sheet : nil
      $0.titlePlace = titles
      $0.dismiss = DismissAction(box: close)
      guard isSheet else { return }
      $0.navigation = nil
      $0.rowEdits = nil
      $0.searchScopes = nil
    }
    let element =
      isSheet ? SheetElement(titles: titles, parent: self, scope: inner) : make(.dialog)
    show(look, on: element)
    if let title = dialog.title {
      element.set(.role, "alertdialog")
      element.set(.ariaLabel, title)
      element.set(.tabindex, "-1")
    }
    self.buttons = buttons
    self.element = element
    sheet.element = element as? SheetElement
    // Code of this dialog can store the action, which must not close a later dialog of this node.
    close.action = { [weak self, weak element] in
      guard let self, let element, self.element === element else { return }
      dismiss()
    }
    element.listen(.dismiss, self)
    // The dialog is opened before its content is mounted. Therefore a dialog that opens while the
    // content is being mounted is on top of this one.
    scope.host?.root?.open(element)
    element.content = Tree.mount(inside, parent: element, scope: inner)
    countOpenings(1)
  }

  private func close() {
    guard let element else { return }
    element.unmount()
    scope.host?.root?.close(element)
    self.element = nil
    buttons = nil
    countOpenings(-1)
    if let onDismiss = dialog.onDismiss { scope.host?.queue.add(appearance: onDismiss) }
  }

  /// Sets the binding to false, once: the action of a button can have closed the dialog already.
  private func dismiss() {
    guard !isClosing else { return }
    isClosing = true
    dialog.isPresented.wrappedValue = false
    invalidate()
  }
}

/// The element of a sheet.
///
/// The title that views in the sheet have set is its heading and its accessibility label.
final class SheetElement: ElementNode {
  private let titles: TitlePlace
  private var heading: Node?
  /// The properties that the content inherits from the view that shows the sheet.
  fileprivate var inherited = InlineStyle() { didSet { showStyle() } }
  /// The heights of the sheet.
  private var heights = InlineStyle()

  init(titles: TitlePlace, parent: Node, scope: Scope) {
    self.titles = titles
    super.init(tag: .dialog, parent: parent, scope: scope)
  }

  override var childNodes: [Node] { [heading, content].compactMap { $0 } }

  override var elementsInside: [ElementNode] { childNodes.elements }

  /// Sets the heights of the sheet, and whether the user can close the sheet.
  func show(heights: InlineStyle, isDismissDisabled: Bool) {
    self.heights = heights
    showStyle()
    guard let target, isDismissDisabled == events.contains(.dismiss) else { return }
    listen(isDismissDisabled ? [] : .dismiss, target)
  }

  private func showStyle() {
    let all = heights.declarations.reduce(inherited) { $0.with($1.name, $1.value) }
    set(.style, all.text)
  }

  /// Shows the title of the sheet, or no heading if there is no title.
  func showTitle(_ all: TitleList) {
    let title = all.current(for: titles)
    guard title != value(.ariaLabel) ?? "" else { return }
    set(.ariaLabel, title.isEmpty ? nil : title)
    let view = ElementView(.h2, class: "mv-title") { Text(title) }
    if title.isEmpty {
      heading?.unmount()
      heading = nil
    } else if let heading {
      return Tree.update(heading, with: view)
    } else {
      heading = Tree.mount(view, parent: self, scope: scope)
    }
    childrenChanged()
  }
}
