// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// Returns the number rounded to this many digits after the point, without trailing zeros.
  ///
  /// Returns nil if the number is not finite.
  public func decimal(_ digits: Int) -> String? {
    guard isFinite else { return nil }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 9e15 else { return "\(rounded())" }
    let units = Int64(scaled)
    let whole = units / Int64(scale)
    var fraction = String(units % Int64(scale))
    fraction = String(repeating: "0", count: Swift.max(0, digits - fraction.count)) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    let sign = self < 0 && units != 0 ? "-" : ""
    return digits == 0 || fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }

  /// The number with about three significant digits, for people.
  public var short: String {
    let digits = magnitude < 10 ? 2 : magnitude < 100 ? 1 : 0
    return decimal(digits) ?? "\(self)"
  }
}
