// SPDX-License-Identifier: Apache-2.0

/// What a picker offers: the tags, and the strings that stand for them in the page.
@MainActor final class PickerOptions {
  private var values: [AnyHashable: String] = [:]
  private var used: Set<String> = []

  /// The string for a tag.
  ///
  /// Different tags have different strings.
  func value(for tag: AnyHashable) -> String {
    if let known = values[tag] { return known }
    let base = String(describing: tag.base)
    var value = base
    var number = 2
    while used.contains(value) {
      value = "\(base) (\(number))"
      number += 1
    }
    used.insert(value)
    values[tag] = value
    return value
  }
}
