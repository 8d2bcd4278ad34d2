// SPDX-License-Identifier: Apache-2.0

extension Int {
  /// The number with commas between groups of three digits.
  ///
  /// It must not be negative.
  public var grouped: String {
    let digits = Array(String(self))
    return digits.indices.reduce(into: "") { text, index in
      if index > 0 && (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digits[index])
    }
  }
}
