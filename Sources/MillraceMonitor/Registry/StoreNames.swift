// SPDX-License-Identifier: Apache-2.0

/// The unique names of the listed stores.
///
/// Stores with the same requested name, the base, are numbered: `Cart`, `Cart 2`, `Cart 3`. The
/// number that was released last is used again first, even if a smaller one is free. If none of
/// these stores is left, the numbers begin with 1 again.
///
/// Complexity: `take` and `release` are O(1), independent of the number of stores with that name.
/// `take` needs one more step for each number that it has to skip, because another store requested
/// a name such as `Cart 2` itself.
struct StoreNames {
  /// The numbers of the names with the same base.
  private struct Series {
    /// The greatest number that was given to a name or skipped.
    var last = 0
    /// The numbers that were released.
    var free: [Int] = []
    /// The number of names in use.
    var live = 0
  }

  private var series: [String: Series] = [:]
  /// The base and the number of each name, by the id of its store.
  private var parts: [Int: (base: String, number: Int)] = [:]
  private var taken: Set<String> = []

  /// Returns a unique name for a store.
  ///
  /// It remains in use until it is released.
  mutating func take(_ base: String, for id: Int) -> String {
    var (number, name) = (1, base)
    repeat {
      number = nextNumber(of: base)
      name = Self.name(base, number)
    } while taken.contains(name)
    series[base]?.live += 1
    parts[id] = (base, number)
    taken.insert(name)
    return name
  }

  /// Releases the name of a store, if it has one.
  mutating func release(_ id: Int) {
    guard let (base, number) = parts.removeValue(forKey: id) else { return }
    taken.remove(Self.name(base, number))
    series[base]?.live -= 1
    series[base]?.free.append(number)
    if series[base]?.live == 0 { series[base] = nil }
  }

  private mutating func nextNumber(of base: String) -> Int {
    if let free = series[base]?.free.popLast() { return free }
    series[base, default: Series()].last += 1
    return series[base]?.last ?? 1
  }

  private static func name(_ base: String, _ number: Int) -> String {
    number == 1 ? base : "\(base) \(number)"
  }
}
