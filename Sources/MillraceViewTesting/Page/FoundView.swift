// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews

/// An element that a test has found on a page, to read and to use.
///
/// It refers to the same element while the page changes. When the element is no longer on the page,
/// ``exists`` is false, and every use fails the test.
@MainActor
public struct FoundView {
  private let page: RenderedView
  private let id: NodeID?
  private let query: Query
  private let site: TestSite

  private init(page: RenderedView, id: NodeID?, query: Query, site: TestSite) {
    self.page = page
    self.id = id
    self.query = query
    self.site = site
  }

  /// Searches inside an element of the page, or on the whole page if the element is nil.
  init(
    _ query: Query, in container: ViewElement?, of snapshot: PageSnapshot, _ containerName: String,
    at site: TestSite
  ) {
    let whole = container ?? snapshot.whole
    let seen = whole.seen(withOpen: snapshot.openMenus)
    var found = seen.inside.filter(query.matches)
    if found.count > 1, let dialog = snapshot.topDialog {
      // Elements below the dialog cannot be used.
      let ids = Set(dialog.all.map(\.id))
      let usable = found.filter { ids.contains($0.id) }
      if !usable.isEmpty { found = usable }
    }
    switch found.count {
    case 1: break
    case 0:
      if let concealment = snapshot.concealment(of: query, in: whole) {
        ViewFailure.unseen(query.words, concealment, in: containerName, seen.outline)
          .report(at: site)
      } else {
        ViewFailure.notFound(
          query.words, in: containerName, seen.outline, missing: whole.missingRows
        ).report(at: site)
      }
    default:
      ViewFailure.severalFound(query.bareWords, found.count, in: containerName, seen.outline)
        .report(at: site)
    }
    self.init(
      page: snapshot.page, id: found.count == 1 ? found[0].id : nil, query: query, site: site)
  }

  static func all(_ query: Query, of snapshot: PageSnapshot, at site: TestSite) -> [FoundView] {
    snapshot.whole.seen(withOpen: snapshot.openMenus).inside.filter(query.matches).map {
      FoundView(page: snapshot.page, id: $0.id, query: query, site: site)
    }
  }

  /// True if the element is on the page now, and visible.
  ///
  /// To test that a page has no such element, use `page.findAll(.button, "Save").isEmpty`: `find`
  /// fails the test if it finds none.
  public var exists: Bool { present(in: page.look()) != nil }

  /// The label of the element.
  public var label: String { read { $0.label } ?? "" }

  /// The texts inside the element, in order.
  public var texts: [String] { read { $0.texts } ?? [] }

  /// The texts inside the element, one per line.
  public var text: String { texts.joined(separator: "\n") }

  /// The value: the text of a field, the chosen option of a picker, the number of a slider or
  /// progress indicator, or `on` or `off` for a toggle.
  ///
  /// The value of a secure field has one dot per character.
  public var value: String { read { $0.value ?? "" } ?? "" }

  /// True if the element is a toggle that is on.
  public var isOn: Bool { read { $0.role == .toggle && $0.value == "on" } ?? false }

  /// True if the element is enabled.
  public var isEnabled: Bool { read { $0.isEnabled } ?? false }

  /// Finds the only element with a role and a name inside this element.
  ///
  /// Fails the test if there is no such element, or more than one.
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
    let query = Query(role: role, name: name, text: text)
    let snapshot = page.look(at: site)
    guard let container = element(in: snapshot, to: "look into", at: site) else {
      return FoundView(page: page, id: nil, query: query, site: site)
    }
    return FoundView(
      query, in: container.whole, of: snapshot, "in the \(self.query.bareWords)", at: site)
  }

  /// Taps a button, a row of a list with a selection, or a view with a tap gesture.
  ///
  /// A tap on the button of a menu opens or closes the menu.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func tap(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let snapshot = page.look(at: site)
    guard let element = usable(in: snapshot, to: "tap", at: site),
      !page.toggleMenu(of: element.id, in: snapshot.whole)
    else { return }
    send(.tap, to: element, "tap", at: site)
  }

  /// Replaces the content of a field with a text, or moves a slider to a number.
  ///
  /// A slider is moved to 40 with `type("40")`, or to its bound if the number is beyond it.
  ///
  /// Fails the test if the text has a line break and the field has one line.
  ///
  /// - Parameters:
  ///   - text: The new content of the field, or the number of the slider.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func type(
    _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let element = usable(to: "type into", at: site) else { return }
    let isField = element.role == .textField || element.role == .secureField
    guard !isField || element.isMultiline || !text.contains(where: \.isNewline) else {
      return ViewFailure.oneLine(name(with: "the"), to: "type into").report(at: site)
    }
    send(.input(text), to: element, "type into", at: site)
  }

  /// Presses Return in a field.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func submit(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    send(
      .submit, to: "press Return in",
      at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Turns a toggle on or off.
  ///
  /// Fails the test if the toggle has this value already.
  ///
  /// - Parameters:
  ///   - isOn: The new value.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func turn(
    on isOn: Bool, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let act = "turn \(isOn ? "on" : "off")"
    guard let element = usable(to: act, at: site) else { return }
    guard element.role != .toggle || (element.value == "on") != isOn else {
      return ViewFailure.nothingToDo(
        name(with: "the"), to: act, because: "it is \(isOn ? "on" : "off")"
      ).report(at: site)
    }
    send(.toggle(isOn), to: element, act, at: site)
  }

  /// Chooses an option of a picker.
  ///
  /// Fails the test if there is no such option, or if it is chosen already.
  ///
  /// - Parameters:
  ///   - title: The text of the option.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func choose(
    _ title: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = TestSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let act = "choose in"
    guard let element = usable(to: act, at: site) else { return }
    guard element.role == .picker else {
      return ViewFailure.unsuited(name(with: "the"), to: act).report(at: site)
    }
    guard
      let option = element.children.first(where: { $0.role == .option && $0.label == title })
    else {
      return ViewFailure.noOption(title, of: name(with: "the"), element.outline).report(at: site)
    }
    guard element.value != title else {
      return ViewFailure.nothingToDo(
        name(with: "the"), to: act, because: "`\(title)` is chosen"
      ).report(at: site)
    }
    send(.select(option.value ?? ""), to: element, act, at: site)
  }

  /// Chooses files in the dialog of `fileImporter`.
  ///
  /// - Parameters:
  ///   - files: The URLs of the files.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func choose(
    files: [URL], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    send(
      .files(files), to: "choose files in",
      at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Scrolls a list of more than 200 rows until these rows are on the page.
  ///
  /// Other rows are removed from the page, except rows in use, such as a row with an open dialog.
  /// Elements that were found in a removed row no longer exist.
  ///
  /// - Parameters:
  ///   - rows: The indexes of the rows, at most 1,000.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func scroll(
    to rows: Range<Int>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    send(
      .rows(rows, keeping: nil), to: "scroll",
      at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Closes a sheet or an alert without tapping one of its buttons.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func dismiss(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    send(
      .dismiss, to: "dismiss",
      at: TestSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func present(in snapshot: PageSnapshot) -> (whole: ViewElement, seen: ViewElement)? {
    guard let id, snapshot.concealment(of: id) == nil else { return nil }
    return snapshot.element(id)
  }

  private func read<Value>(_ value: (ViewElement) -> Value) -> Value? {
    element(in: page.look(), to: "read", at: site).map { value($0.seen) }
  }

  private func name(with article: String) -> String { "\(article) \(query.bareWords)" }

  /// Returns the element if it was found and is still visible; otherwise reports a failure.
  private func element(
    in snapshot: PageSnapshot, to act: String, at site: TestSite
  ) -> (whole: ViewElement, seen: ViewElement)? {
    // If the element was not found, the test has failed already.
    guard let id else { return nil }
    if let present = present(in: snapshot) { return present }
    let failure =
      snapshot.concealment(of: id).map { ViewFailure.unseen(name(with: "the"), $0, to: act) }
      ?? .removed(name(with: "the"), to: act, missing: snapshot.whole.missingRows)
    failure.report(at: site)
    return nil
  }

  /// Returns the element if it is visible and no dialog covers it; otherwise reports a failure.
  private func usable(
    in snapshot: PageSnapshot? = nil, to act: String, at site: TestSite
  ) -> ViewElement? {
    let snapshot = snapshot ?? page.look(at: site)
    guard let element = element(in: snapshot, to: act, at: site)?.seen else { return nil }
    guard let dialog = snapshot.topDialog, !dialog.all.contains(where: { $0.id == element.id })
    else { return element }
    ViewFailure.covered(name(with: "the"), by: dialog, to: act).report(at: site)
    return nil
  }

  private func send(_ kind: ViewEvent.Kind, to act: String, at site: TestSite) {
    guard let element = usable(to: act, at: site) else { return }
    send(kind, to: element, act, at: site)
  }

  private func send(
    _ kind: ViewEvent.Kind, to element: ViewElement, _ act: String, at site: TestSite
  ) {
    do {
      try page.handle(ViewEvent(node: element.id, kind: kind), at: site)
    } catch {
      failure(after: error, kind, element)(name(with: "the"), act).report(at: site)
    }
  }

  /// The failure for an event that the page has refused.
  func failure(
    after error: ViewEventError, _ kind: ViewEvent.Kind, _ element: ViewElement
  ) -> (_ wanted: String, _ act: String) -> ViewFailure {
    switch error {
    case .unknownNode: return { .removed($0, to: $1, missing: []) }
    case .closed: return ViewFailure.closed
    // The element is visible, so only a redacted view can be the reason.
    case .covered: return ViewFailure.redacted
    case .disabled: return ViewFailure.disabled
    case .unsupported: break
    }
    // A disabled menu or link reports no events, so the host does not say that it is disabled.
    guard element.isEnabled else { return ViewFailure.disabled }
    switch (kind, element.role) {
    case (.input(let text), .slider): return { .refused($0, "the text `\(text)`", to: $1) }
    case (.input(let text), .textField): return { .refused($0, "the text `\(text)`", to: $1) }
    case (.files(let files), .fileField):
      return { .refused($0, "\(files.count) files", to: $1) }
    default: return ViewFailure.unsuited
    }
  }
}
