// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Shows a view under test without a browser.
///
/// A test finds elements by role and name, uses them as a user does, and reads their texts and
/// values.
///
/// ```swift
/// let page = RenderedView { Provider(\.counterStore, store) { CounterContent() } }
/// page.find(.button, "Increment").tap()
/// #expect(page.texts.contains("Value: 1"))
/// ```
///
/// A test finds only elements that a user can see. Examples of hidden elements are a covered level
/// of a navigation stack, a tab that is not chosen, the items of a menu before its button is
/// tapped, and the rows of a long list before the list is scrolled to them. Elements below a sheet
/// or an alert can be read but not used. If several elements match, `find` prefers those in the
/// topmost sheet or alert.
///
/// A test does not wait. The changes of an action are on the page when `tap()` returns, and the
/// changes of a store are there when the test reads the page. Asynchronous work, such as that of a
/// `.task` modifier or an effect, runs later: let it run, with a clock of the test, and then read
/// the page.
///
/// If an element cannot be found or used, the test fails at that line and continues. If no element
/// is found, the message lists the visible elements. A fault of a view, such as a missing object in
/// the environment, also fails the test, and so does a warning of a store, for example about an
/// action for a missing child. Each of them is reported once, at the last line that created the
/// page, or found or used an element. A warning that a `dispatch` of the test causes is printed to
/// the console, and so is a hint about bodies that run without need. If a test causes a fault on
/// purpose, use `withKnownIssue` or set `host.onFault`.
///
/// The idea of finding elements by role and name comes from Testing Library.
@MainActor
public final class RenderedView {
  /// The host that shows the view.
  public let host: ViewHost
  /// The patches since the page was first shown, in order.
  public private(set) var patches: [Patch] = []
  private let faultReporter: FaultReporter
  /// The identifiers of the open menus.
  private var openMenus: Set<NodeID> = []

  /// Shows a view.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - environment: The environment of the view.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ view: some View, environment: EnvironmentValues = EnvironmentValues(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let faultReporter = FaultReporter(
      at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
    self.faultReporter = faultReporter
    host = faultReporter.during {
      let host = ViewHost(view, environment: environment)
      host.onFault = { faultReporter.report($0) }
      _ = host.html()
      return host
    }
    refresh()
  }

  /// Shows the view that a closure creates.
  ///
  /// - Parameters:
  ///   - environment: The environment of the view.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - content: The view.
  public convenience init(
    environment: EnvironmentValues = EnvironmentValues(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @ViewBuilder content: () -> some View
  ) {
    self.init(
      content(), environment: environment, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  isolated deinit {
    host.close()
  }

  /// The title of the page.
  public var title: String {
    refresh()
    return host.title
  }

  /// The visible texts of the page, in order.
  ///
  /// They include the captions of text fields, secure fields, toggles and pickers. They do not
  /// include the contents of fields or the captions of sliders and file fields.
  ///
  /// Complexity: O(n × depth) for n elements.
  public var texts: [String] { elements.texts }

  /// The visible texts of the page, one per line.
  public var text: String { texts.joined(separator: "\n") }

  /// The visible elements with their roles, names and values, one per line, indented by nesting.
  public var outline: String { elements.outline }

  /// The visible elements of the page, as a tree.
  public var elements: ViewElement { whole.seen(withOpen: openMenus) }

  /// The page with its hidden elements.
  private var whole: ViewElement {
    refresh()
    return host.elements()
  }

  /// Returns the number of times that the body of a view type has run.
  ///
  /// - Parameter type: The view type, generic arguments included.
  /// - Returns: The number of runs.
  public func bodies(of type: Any.Type) -> Int {
    refresh()
    return host.bodies(of: type)
  }

  /// Finds the only element with a role and a name.
  ///
  /// Fails the test if there is no such element, or more than one. If some of several elements are
  /// in the topmost sheet or alert, only those count.
  ///
  /// - Parameters:
  ///   - role: The role of the element.
  ///   - name: The complete label of the element, or nil for any label.
  ///   - text: The complete text of an element inside it, or nil for any text.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The element. If this call has failed the test, all calls of the result do nothing.
  @discardableResult
  public func find(
    _ role: ViewElement.Role, _ name: String? = nil, containing text: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> FoundView {
    let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return FoundView(
      Query(role: role, name: name, text: text), in: nil, of: look(at: site), "on the page",
      at: site)
  }

  /// Finds all elements with a role and a name, in the order of the page.
  ///
  /// - Parameters:
  ///   - role: The role of the elements.
  ///   - name: The complete label of the elements, or nil for any label.
  ///   - text: The complete text of an element inside each, or nil for any text.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The elements, which can be none.
  public func findAll(
    _ role: ViewElement.Role, _ name: String? = nil, containing text: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> [FoundView] {
    let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return FoundView.all(Query(role: role, name: name, text: text), of: look(at: site), at: site)
  }

  /// Updates the page and records its patches.
  private func refresh() {
    faultReporter.during { patches += host.flush() }
  }

  /// Sends an event to the page, as a browser does for a user's action, and updates the page.
  func handle(_ event: ViewEvent, at site: TestSite) throws(ViewEventError) {
    faultReporter.begin(site)
    // The event can remove the element.
    let closesMenus = closesMenus(event)
    try faultReporter.during {
      Result { () throws(ViewEventError) in try host.handle(event) }
    }.get()
    if closesMenus { openMenus = [] }
    refresh()
  }
}

// MARK: - Visibility

extension RenderedView {
  /// Returns the current page.
  ///
  /// - Parameter site: The site at which faults and warnings are reported from now on, or nil to
  ///   keep the present one.
  /// - Returns: The page.
  func look(at site: TestSite? = nil) -> PageSnapshot {
    if let site { faultReporter.begin(site) }
    return PageSnapshot(page: self, whole: whole, openMenus: openMenus)
  }

  /// Opens or closes the menu of a button.
  ///
  /// - Returns: False if the button has no menu; nothing has changed then.
  func toggleMenu(of button: NodeID, in whole: ViewElement) -> Bool {
    let menus = whole.all.filter(\.isMenu)
    guard let menu = menus.first(where: { $0.children.contains { $0.id == button } }) else {
      return false
    }
    let isOpen = openMenus.contains(menu.id)
    // All other menus are closed, except for the menus that contain this menu.
    openMenus.formIntersection(
      menus.filter { $0.inside.contains { $0.id == menu.id } }.map(\.id))
    if !isOpen { openMenus.insert(menu.id) }
    return true
  }

  /// Whether an event closes all menus: it is for a button in an open menu, or for an element
  /// outside of the open menus.
  private func closesMenus(_ event: ViewEvent) -> Bool {
    guard !openMenus.isEmpty else { return false }
    let used = whole.all.filter { openMenus.contains($0.id) }.flatMap(\.inside)
      .first { $0.id == event.node }
    return used == nil || used?.role == .button
  }
}

/// The elements of a page at one point in time.
@MainActor
struct PageSnapshot {
  let page: RenderedView
  /// The page with its hidden elements.
  let whole: ViewElement
  let openMenus: Set<NodeID>

  /// Returns an element, or the whole page for nil, with and without its hidden elements; nil if
  /// the element is not on the page.
  func element(_ id: NodeID?) -> (whole: ViewElement, seen: ViewElement)? {
    let element = id == nil ? whole : whole.all.first { $0.id == id }
    return element.map { ($0, $0.seen(withOpen: openMenus)) }
  }

  /// Returns the reason why an element is hidden, or nil if it is visible or not on the page.
  func concealment(of id: NodeID) -> ViewElement.Concealment? {
    whole.concealment(of: { $0.id == id }, openMenus)
  }

  /// Returns the reason why a match of a query inside an element is hidden, or nil if there is no
  /// hidden match.
  func concealment(of query: Query, in element: ViewElement) -> ViewElement.Concealment? {
    element.concealment(of: query.matches, openMenus)
  }

  /// The sheet or alert on top of the page, or nil.
  var topDialog: ViewElement? {
    whole.children.last { $0.role == .sheet || $0.role == .alert }
  }
}

/// The role, the name and the text of the elements to find.
struct Query {
  let role: ViewElement.Role
  let name: String?
  let text: String?

  func matches(_ element: ViewElement) -> Bool {
    element.role == role && name.map { element.label == $0 } ?? true
      && text.map(element.texts.contains) ?? true
  }

  /// The text of the query, with an article.
  var words: String { "\(role.words)\(details)" }

  /// The text of the query, without an article.
  var bareWords: String { "\(role.bareWords)\(details)" }

  private var details: String {
    (name.map { " `\($0)`" } ?? "")
      + (text.map { " that has an element with the text `\($0)`" } ?? "")
  }
}
