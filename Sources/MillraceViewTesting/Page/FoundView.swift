// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews

/// An element of a page that a test has found: reads it and uses it.
///
/// It stands for the same element while the page changes. When the element has left the page,
/// ``exists`` is false and using it fails the test.
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

  /// Looks into an element that is on the page; into all of the page if it is nil.
  init(
    _ query: Query, in place: ViewElement?, of picture: PagePicture, _ placeName: String,
    at site: TestSite
  ) {
    let whole = place ?? picture.whole
    let seen = whole.seen(withOpen: picture.openMenus)
    var found = seen.inside.filter(query.matches)
    if found.count > 1, let dialog = picture.topDialog {
      // What is under it cannot be used.
      let ids = Set(dialog.all.map(\.id))
      let usable = found.filter { ids.contains($0.id) }
      if !usable.isEmpty { found = usable }
    }
    switch found.count {
    case 1: break
    case 0:
      if let concealment = picture.concealment(of: query, in: whole) {
        ViewFailure.unseen(query.words, concealment, in: placeName, seen.outline).report(at: site)
      } else {
        ViewFailure.notFound(
          query.words, in: placeName, seen.outline, missing: whole.missingRows
        ).report(at: site)
      }
    default:
      ViewFailure.severalFound(query.bareWords, found.count, in: placeName, seen.outline)
        .report(at: site)
    }
    self.init(
      page: picture.page, id: found.count == 1 ? found[0].id : nil, query: query, site: site)
  }

  static func all(_ query: Query, of picture: PagePicture, at site: TestSite) -> [FoundView] {
    picture.whole.seen(withOpen: picture.openMenus).inside.filter(query.matches).map {
      FoundView(page: picture.page, id: $0.id, query: query, site: site)
    }
  }

  /// Whether it is on the page now, and seen.
  public var exists: Bool { present(in: page.look()) != nil }

  /// The label of the element.
  public var label: String { read { $0.label } ?? "" }

  /// The texts inside it, in order.
  public var texts: [String] { read { $0.texts } ?? [] }

  /// The texts inside it, a line for each.
  public var text: String { texts.joined(separator: "\n") }

  /// The value: the text of a field, the choice of a picker; of a secure field one dot per
  /// character.
  public var value: String { read { $0.value ?? "" } ?? "" }

  /// Whether a toggle is on.
  public var isOn: Bool { read { $0.role == .toggle && $0.value == "on" } ?? false }

  /// Whether the element is enabled.
  public var isEnabled: Bool { read { $0.isEnabled } ?? false }

  /// Finds the one element with a role and a name inside this one; fails the test if there is none
  /// or more than one.
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
    let query = Query(role: role, name: name, text: text)
    let picture = page.look(at: site)
    guard let place = element(in: picture, to: "look into", at: site) else {
      return FoundView(page: page, id: nil, query: query, site: site)
    }
    return FoundView(
      query, in: place.whole, of: picture, "in the \(self.query.bareWords)", at: site)
  }

  /// Taps a button; that of a menu opens the menu, or closes it.
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
    let picture = page.look(at: site)
    guard let element = usable(in: picture, to: "tap", at: site),
      !page.turnMenu(of: element.id, in: picture.whole)
    else { return }
    send(.tap, to: element, "tap", at: site)
  }

  /// Puts a text in the place of what a field contains; fails for a line break in a field of one
  /// line.
  ///
  /// - Parameters:
  ///   - text: The new content of the field.
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

  /// Turns a toggle on or off; fails if it is so already.
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

  /// Chooses an option of a picker; fails if it is chosen already.
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
    guard let option = element.children.first(where: { $0.label == title }) else {
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

  /// Scrolls a list of more than 200 rows, so that these rows are on the page.
  ///
  /// Other rows leave the page: elements that were found in them no longer exist.
  ///
  /// - Parameters:
  ///   - rows: The positions of the rows, at most 1,000.
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

  /// Closes a sheet or an alert without one of its buttons.
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

  private func present(in picture: PagePicture) -> (whole: ViewElement, seen: ViewElement)? {
    guard let id, picture.concealment(of: id) == nil else { return nil }
    return picture.element(id)
  }

  private func read<Value>(_ value: (ViewElement) -> Value) -> Value? {
    element(in: page.look(), to: "read", at: site).map { value($0.seen) }
  }

  private func name(with article: String) -> String { "\(article) \(query.bareWords)" }

  /// The element, if it was found and is still there.
  private func element(
    in picture: PagePicture, to act: String, at site: TestSite
  ) -> (whole: ViewElement, seen: ViewElement)? {
    // What was not found has failed the test already.
    guard let id else { return nil }
    if let present = present(in: picture) { return present }
    let failure =
      picture.concealment(of: id).map { ViewFailure.unseen(name(with: "the"), $0, to: act) }
      ?? .gone(name(with: "the"), to: act, missing: picture.whole.missingRows)
    failure.report(at: site)
    return nil
  }

  /// The element, if it is there and no dialog covers it.
  private func usable(
    in picture: PagePicture? = nil, to act: String, at site: TestSite
  ) -> ViewElement? {
    let picture = picture ?? page.look(at: site)
    guard let element = element(in: picture, to: act, at: site)?.seen else { return nil }
    guard let dialog = picture.topDialog, !dialog.all.contains(where: { $0.id == element.id })
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
    } catch .disabled {
      ViewFailure.disabled(name(with: "the"), to: act).report(at: site)
    } catch {
      ViewFailure.unsuited(name(with: "the"), to: act).report(at: site)
    }
  }
}
