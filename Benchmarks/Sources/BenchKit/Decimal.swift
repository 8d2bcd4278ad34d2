// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// The number rounded to so many digits after the point, without zeros at the end.
  ///
  /// What is not finite becomes `nil`.
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

  /// The number with about three digits that say something, for people.
  public var short: String {
    let digits = magnitude < 10 ? 2 : magnitude < 100 ? 1 : 0
    return decimal(digits) ?? "\(self)"
  }
}
