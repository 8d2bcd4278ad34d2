// SPDX-License-Identifier: Apache-2.0

import IssueReporting
import MillraceViews

/// A view under test, shown without a browser: finds elements by role and name, uses them as a user
/// does, and reads what they show.
///
/// ```swift
/// let page = RenderedView { Provider(\.counterStore, store) { CounterContent() } }
/// page.find(.button, "Increment").tap()
/// #expect(page.texts.contains("Value: 1"))
/// ```
///
/// It finds what a person sees and uses what a person can use: not what is on a covered level of a
/// navigation stack or in a tab that is not chosen, nothing in a menu before the menu's button is
/// tapped, no row of a long list before it is scrolled to. What is under a sheet or an alert can be
/// read and not used; of controls with the same name those of the dialog are found.
///
/// There is nothing to wait for: what an action changes is on the page when `tap()` returns, and
/// what a store changes is there when the test looks. Only the work of `.task` modifiers comes
/// later; let it run, on a clock of the test, and look again.
///
/// What cannot be found or used fails the test at its line and says what the page has; the test
/// goes on. A fault of a view, as a missing object of the environment, and a warning of a store, as
/// of an action for a child that is not there, fail it as well: once, with their text, at the last
/// line that has found or used something. A warning that a `dispatch` of the test itself leads to
/// goes to the console, as does a hint that bodies run for nothing. A test that means to cause a
/// fault takes it by `withKnownIssue`, or sets `host.onFault`.
///
/// The idea of finding by role and name comes from Testing Library.
@MainActor
public final class RenderedView {
  /// The host that shows the view.
  public let host: ViewHost
  /// The patches since the page was first shown, in order.
  public private(set) var patches: [Patch] = []
  private let faults: FaultReporter
  /// The elements of menus that are open.
  private var openMenus: Set<NodeID> = []

  /// Shows a view.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - environment: The values that it inherits.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ view: some View, environment: EnvironmentValues = EnvironmentValues(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let faults = FaultReporter(
      at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
    self.faults = faults
    host = faults.during {
      let host = ViewHost(view, environment: environment)
      host.onFault = { faults.report($0) }
      _ = host.html()
      return host
    }
    refresh()
  }

  /// Shows what a closure builds.
  ///
  /// - Parameters:
  ///   - environment: The values that it inherits.
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

  /// The texts of the page, in order; captions of fields are included, their contents are not.
  ///
  /// Complexity: O(n) in the number of elements, as for all members that read the page.
  public var texts: [String] { elements.texts }

  /// The texts of the page, a line for each.
  public var text: String { texts.joined(separator: "\n") }

  /// What is on the page: roles, names and values, a line for each, indented by what they are in.
  public var outline: String { elements.outline }

  /// What is seen of the page, as a tree.
  public var elements: ViewElement { whole.seen(withOpen: openMenus) }

  /// The page with what is not seen.
  private var whole: ViewElement {
    refresh()
    return host.elements()
  }

  /// How often the body of a view type has run so far.
  ///
  /// - Parameter type: The view type, generic arguments included.
  /// - Returns: The number of runs.
  public func bodies(of type: Any.Type) -> Int {
    refresh()
    return host.bodies(of: type)
  }

  /// Finds the one element with a role and a name; fails the test if there is none or more than
  /// one.
  ///
  /// - Parameters:
  ///   - role: The role of the element.
  ///   - name: Its whole label; nil for any.
  ///   - text: The whole text of an element inside it; nil for any.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The element. If the test has failed, one on which all calls do nothing.
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

  /// Finds all elements with a role and a name, in the order of the page; there may be none.
  ///
  /// - Parameters:
  ///   - role: The role of the elements.
  ///   - name: Their whole label; nil for any.
  ///   - text: The whole text of an element inside each; nil for any.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The elements.
  public func findAll(
    _ role: ViewElement.Role, _ name: String? = nil, containing text: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> [FoundView] {
    let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return FoundView.all(Query(role: role, name: name, text: text), of: look(at: site), at: site)
  }

  /// Brings the page up to date.
  private func refresh() {
    faults.during { patches += host.flush() }
  }

  /// Does what a person does.
  func handle(_ event: ViewEvent, at site: TestSite) throws(ViewEventError) {
    faults.begin(site)
    try faults.during {
      Result { () throws(ViewEventError) in try host.handle(event) }
    }.get()
    closeMenus(after: event)
    refresh()
  }
}

// MARK: - What is seen

extension RenderedView {
  /// The page as it is now, when a line of the test looks at it.
  func look(at site: TestSite? = nil) -> PagePicture {
    if let site { faults.begin(site) }
    return PagePicture(page: self, whole: whole, openMenus: openMenus)
  }

  /// Opens or closes the menu of a button; false if the button has none.
  func turnMenu(of button: NodeID, in whole: ViewElement) -> Bool {
    let menus = whole.all.filter(\.isMenu)
    guard let menu = menus.first(where: { $0.children.contains { $0.id == button } }) else {
      return false
    }
    let isOpen = openMenus.contains(menu.id)
    // Others are closed, except for those that it is in.
    openMenus.formIntersection(
      menus.filter { $0.inside.contains { $0.id == menu.id } }.map(\.id))
    if !isOpen { openMenus.insert(menu.id) }
    return true
  }

  /// Menus are closed by a press of one of their buttons, and of anything else.
  private func closeMenus(after event: ViewEvent) {
    guard !openMenus.isEmpty else { return }
    let used = whole.all.filter { openMenus.contains($0.id) }.flatMap(\.inside)
      .first { $0.id == event.node }
    if used == nil || used?.role == .button { openMenus = [] }
  }
}

/// A page at one moment.
@MainActor
struct PagePicture {
  let page: RenderedView
  /// The page with what is not seen.
  let whole: ViewElement
  let openMenus: Set<NodeID>

  /// An element, or all of the page for nil, with what is not seen in it, and with what is.
  func element(_ id: NodeID?) -> (whole: ViewElement, seen: ViewElement)? {
    let element = id == nil ? whole : whole.all.first { $0.id == id }
    return element.map { ($0, $0.seen(withOpen: openMenus)) }
  }

  /// Why an element that is on the page is not seen; nil if it is.
  func concealment(of id: NodeID) -> ViewElement.Concealment? {
    whole.concealment(of: { $0.id == id }, openMenus)
  }

  /// Why what is looked for is not seen in an element; nil if it is not there at all.
  func concealment(of query: Query, in element: ViewElement) -> ViewElement.Concealment? {
    element.concealment(of: query.matches, openMenus)
  }

  /// The dialog on top of the page.
  var topDialog: ViewElement? {
    whole.children.last { $0.role == .sheet || $0.role == .alert }
  }
}

/// What is looked for.
struct Query {
  let role: ViewElement.Role
  let name: String?
  let text: String?

  func matches(_ element: ViewElement) -> Bool {
    element.role == role && name.map { element.label == $0 } ?? true
      && text.map(element.texts.contains) ?? true
  }

  /// In words, with an article.
  var words: String { "\(role.words)\(details)" }

  /// In words, without an article.
  var bareWords: String { "\(role.bareWords)\(details)" }

  private var details: String {
    (name.map { " `\($0)`" } ?? "")
      + (text.map { " that has an element with the text `\($0)`" } ?? "")
  }
}
