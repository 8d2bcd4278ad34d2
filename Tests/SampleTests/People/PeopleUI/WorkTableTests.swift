// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import PeopleData
import Testing

@testable import MillraceViews
@testable import PeopleUI

/// The table of costs in the article `ThinkingInSelectors`, line by line, with 10,000 people.
@MainActor
@Suite struct WorkTableTests {
  /// A gesture and its expected cost: selectors computed, observers called, rows drawn.
  private struct Line {
    let title: String
    let selectors: Int
    let observers: Int
    let rows: Int
    /// Returns the action to dispatch, or uses the page and returns nil.
    let gesture: @MainActor (PeoplePage) throws -> PeopleAction?

    init(
      _ title: String, _ selectors: Int, _ observers: Int, _ rows: Int,
      gesture: @escaping @MainActor (PeoplePage) throws -> PeopleAction?
    ) {
      (self.title, self.selectors, self.observers, self.rows) = (title, selectors, observers, rows)
      self.gesture = gesture
    }
  }

  /// The gestures in their order; each one continues on the page of the previous one.
  private let lines: [Line] = [
    Line("a visit of a person elsewhere", 0, 1, 0) { .change($0.elsewhere, .visit) },
    Line("a visit of a person on the page", 0, 2, 1) { .change($0.ids[3], .visit) },
    Line("a person elsewhere moves", 1, 1, 0) { .change($0.elsewhere, .move(to: "Rome")) },
    Line("a person on the page moves", 1, 2, 1) { .change($0.ids[3], .move(to: "Rome")) },
    Line("a person elsewhere gets another name", 3, 1, 0) {
      .change($0.elsewhere, .rename(to: "Ggg"))
    },
    Line("a letter typed into the editor", 0, 1, 0) { _ in .draft(Edit(\.name, "Ad")) },
    Line("1,000 random changes in a batch", 3, 4, 2) {
      try $0.tap("Run 1,000 random changes")
      return nil
    },
    Line("the next page", 2, 2, 20) { _ in .showPage(1) },
    Line("another order", 4, 3, 20) { _ in .sort(by: .city) },
    Line("a first letter searched", 5, 4, 18) { _ in .search("z") },
    Line("a second letter", 5, 4, 19) { _ in .search("zu") },
    Line("a space after it", 1, 1, 0) { _ in .search("zu ") },
    Line("a visit of a person elsewhere, while searching", 0, 1, 0) {
      .change($0.elsewhere, .visit)
    },
    Line("a person elsewhere moves, while searching", 1, 1, 0) {
      .change($0.elsewhere, .move(to: "Oslo"))
    },
  ]

  @Test func everyLineCostsWhatItSays() throws {
    let page = PeoplePage(count: 10_000)
    page.store.dispatch(.edit(page.ids[0]))
    _ = page.host.flush()
    for line in lines {
      let rowBodies = page.host.bodies(of: PersonRow.self)
      let actions = page.meter.actions
      if let action = try line.gesture(page) { page.store.dispatch(action) }
      _ = page.host.flush()
      let expected = Work(
        actions: page.meter.actions - actions, selectors: line.selectors,
        observers: line.observers, rows: line.rows)
      #expect(page.meter.last == expected, "\(line.title)")
      #expect(page.host.bodies(of: PersonRow.self) - rowBodies == line.rows, "\(line.title)")
    }
  }

  @Test func theArticleHasEveryLineAndNoOther() throws {
    let article = try String(contentsOf: Repository.article, encoding: .utf8)
    let rows = article.split(separator: "\n").filter { $0.contains(#/\| \d+ \|$/#) }
    #expect(
      rows.map(String.init)
        == lines.map { "| \($0.title) | \($0.selectors) | \($0.observers) | \($0.rows) |" })
  }

  @Test func theCodeInTheArticleIsThatOfTheSample() throws {
    let sources = try Repository.sampleSources().map(\.dense)
    let article = try String(contentsOf: Repository.article, encoding: .utf8)
    let blocks = article.matches(of: #/```swift\n(.*?)```/#.dotMatchesNewlines())
    #expect(blocks.count >= 4)
    for block in blocks {
      let code = String(block.1)
      #expect(sources.contains { $0.contains(code.dense) }, "not in the sample:\n\(code)")
    }
  }
}

extension PeoplePage {
  /// A person outside of the page.
  fileprivate var elsewhere: Person.ID {
    let shown = Set(ids)
    return store.state.people[5_000...].first { !shown.contains($0.id) }?.id ?? 0
  }
}

extension String {
  /// The lines without the space around them.
  fileprivate var dense: String {
    split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
}

private enum Repository {
  static let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
  static let article = root.appending(
    path: "Sources/Millrace/Millrace.docc/ThinkingInSelectors.md")

  static func sampleSources() throws -> [String] {
    try ["PeopleData", "PeopleUI"].flatMap { folder in
      let place = root.appending(path: "Samples/People/\(folder)")
      return try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
    }
    .map { try String(contentsOf: $0, encoding: .utf8) }
  }
}
