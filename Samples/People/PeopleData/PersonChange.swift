// SPDX-License-Identifier: Apache-2.0

/// One change of one person.
public enum PersonChange: Equatable, Codable, Sendable {
  /// The person came by.
  case visit
  /// The person lives in another city now.
  case move(to: String)
  /// The person has another name now.
  case rename(to: String)
  /// The person was edited.
  case edit(name: String, city: String)
}

/// A change that was made, and the name that the person had before it.
public struct AppliedChange: Equatable, Codable, Sendable {
  /// The name before the change.
  public let name: String
  /// What was changed.
  public let change: PersonChange

  /// Creates a note of a change.
  public init(name: String, change: PersonChange) {
    self.name = name
    self.change = change
  }
}

extension RandomSource {
  /// A change after which the person is not as before.
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
