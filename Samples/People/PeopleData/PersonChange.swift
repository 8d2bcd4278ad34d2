// SPDX-License-Identifier: Apache-2.0

/// One change of one person.
public enum PersonChange: Equatable, Codable, Sendable {
  /// The person made a visit.
  case visit
  /// The person moved to another city.
  case move(to: String)
  /// The person got another name.
  case rename(to: String)
  /// The name and the city were edited in the form.
  case edit(name: String, city: String)
}

/// A change that was made, with the name of the person before it.
public struct AppliedChange: Equatable, Codable, Sendable {
  /// The name before the change.
  public let name: String
  /// The change.
  public let change: PersonChange

  /// Creates the record of a change.
  public init(name: String, change: PersonChange) {
    self.name = name
    self.change = change
  }
}

extension RandomSource {
  /// Returns a random change that has an effect: a new city or name differs from the current one.
  mutating func change(of person: Person) -> PersonChange {
    switch number(below: 3) {
    case 0: .visit
    case 1: .move(to: different(from: person.city) { $0.city() })
    default: .rename(to: different(from: person.name) { $0.name() })
    }
  }

  private mutating func different(
    from old: String, _ make: (inout RandomSource) -> String
  ) -> String {
    var text = make(&self)
    while text == old { text = make(&self) }
    return text
  }
}
