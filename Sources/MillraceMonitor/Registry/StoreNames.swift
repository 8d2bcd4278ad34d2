// SPDX-License-Identifier: Apache-2.0

/// The names of the stores that are listed: a number is added to one that is taken.
///
/// Complexity: taking and releasing a name are O(1), whatever the number of stores with that name.
struct StoreNames {
  /// The names that were made of one.
  private struct Series {
    var last = 0
    /// Numbers whose stores are listed no more.
    var free: [Int] = []
    var live = 0
  }

  private var series: [String: Series] = [:]
  /// What each name was made of, by the id of its store.
  private var parts: [Int: (base: String, number: Int)] = [:]
  private var taken: Set<String> = []

  /// Takes a name for a store; no other one has it until it is released.
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
