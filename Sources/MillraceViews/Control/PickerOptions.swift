// SPDX-License-Identifier: Apache-2.0

/// What a picker offers: the tags, and the strings that stand for them in the page.
@MainActor final class PickerOptions {
  private var values: [AnyHashable: String] = [:]
  private var tags: [String: AnyHashable] = [:]
  private let accepts: (Any) -> Bool
  private let selection: String
  private var hasReported = false

  init<Selection: Hashable>(for selection: Selection.Type) {
    accepts = { $0 is Selection }
    self.selection = "\(selection)"
  }

  /// The fault of a tag of a type that the selection cannot hold; nil after the first of a picker.
  func fault(of tag: AnyHashable) -> ViewFault? {
    if hasReported || accepts(tag.base) { return nil }
    hasReported = true
    return .tagOfAnotherType(
      tag: String(describing: tag.base), type: "\(type(of: tag.base))", selection: selection)
  }

  /// The string for a tag.
  ///
  /// Different tags have different strings, even if they describe themselves alike. A tag and an
  /// optional that holds it are the same.
  func value(for tag: AnyHashable) -> String {
    let tag = Self.flat(tag)
    if let known = values[tag] { return known }
    let base = String(describing: tag.base)
    var value = base
    var number = 2
    while tags[value] != nil {
      value = "\(base) (\(number))"
      number += 1
    }
    values[tag] = value
    tags[value] = tag
    return value
  }

  /// The tag for a string.
  func tag(for value: String) -> AnyHashable? {
    tags[value]
  }

  /// The tag itself, or what it holds if it is an optional with a value.
  nonisolated static func flat(_ tag: AnyHashable) -> AnyHashable {
    guard let optional = tag.base as? any OptionalHashable else { return tag }
    return optional.flat.map { flat($0) } ?? tag
  }
}

private protocol OptionalHashable {
  var flat: AnyHashable? { get }
}

extension Optional: OptionalHashable where Wrapped: Hashable {
  fileprivate var flat: AnyHashable? {
    guard let self else { return nil }
    return AnyHashable(self)
  }
}
