// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a storage keeps of a renewal that has not come to its end, for the process after this one.
///
/// It is kept before a browser can have the new id, and forgotten after the values of the old one.
/// What is kept of the three in between, for a renewal from A to B:
///
/// | | A | B | note of B |
/// |---|---|---|---|
/// | B is promised: a browser may have either id | values | | A, not copied |
/// | B has the values, and changes them | values | values | A, copied |
/// | a browser has shown B | | values | |
///
/// With the answer to a page that is asked for, a renewal begins in the second line. A kill leaves
/// one of these lines, with some of the next one beside it. The id that a browser shows says which
/// values are its own: those of A are at A, those of B where the note says.
struct RenewalNote: Equatable {
  /// The id before.
  let former: SessionID
  /// Whether the new id has the values.
  let isCopied: Bool

  /// Where the note of a new id is: not among its values, so that none of them is mistaken for it.
  static func place(of id: SessionID) -> String { id.text + "-renewal" }

  private static let name = "former"

  func keep(for id: SessionID, in storage: any SessionStorage) async throws {
    let text = former.text + (isCopied ? " copied" : "")
    try await storage.keep(Data(text.utf8), named: Self.name, of: Self.place(of: id))
  }

  static func find(
    for id: SessionID, in storage: any SessionStorage
  ) async throws -> RenewalNote? {
    guard let data = try await storage.value(named: name, of: place(of: id)) else { return nil }
    let words = String(decoding: data, as: UTF8.self).split(separator: " ")
    guard let former = words.first.flatMap({ SessionID(String($0)) }), former != id else {
      return nil
    }
    return RenewalNote(former: former, isCopied: words.count > 1)
  }
}
