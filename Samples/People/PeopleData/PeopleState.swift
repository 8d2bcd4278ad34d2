// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The state of the sample.
///
/// It contains only values that cannot be computed from the others.
public struct PeopleState: Equatable, Sendable {
  /// The people, always sorted by ``sort``.
  public var people: EntityTable<Person>
  /// The number of visits of each person.
  public var visits: EntityTable<Visits>
  /// The text in the search field, exactly as typed.
  public var query = ""
  /// The order of the people.
  public var sort = PeopleSort.name
  /// The index of the requested page, counted from zero.
  public var page = 0
  /// The unsaved edits of one person, or nil if no person is being edited.
  public var draft: PersonDraft?
  /// The last change, which the page describes.
  public var lastChange: AppliedChange?
  /// The source of random changes.
  ///
  /// The same state and actions give the same changes.
  public var random: RandomSource

  /// Creates a state of people and their visits.
  public init(people: [Person], visits: [Visits] = [], seed: UInt64 = 0) {
    self.people = EntityTable(people, sortedBy: PeopleSort.name.order)
    self.visits = EntityTable(visits)
    random = RandomSource(seed: seed)
  }

  /// Creates a state with `count` invented people.
  ///
  /// The same seed makes the same people.
  public init(count: Int, seed: UInt64) {
    var random = RandomSource(seed: seed)
    var people: [Person] = []
    var visits: [Visits] = []
    people.reserveCapacity(count)
    visits.reserveCapacity(count)
    for number in 0..<max(0, count) {
      people.append(Person(id: number + 1, name: random.name(), city: random.city()))
      visits.append(Visits(id: number + 1, count: random.number(below: 40)))
    }
    self.init(people: people, visits: visits)
    self.random = random
  }

  /// Whether a person is being edited.
  public var isEditing: Bool { draft != nil }
}

extension PeopleState: Codable {
  private enum CodingKeys: CodingKey {
    case people, visits, query, sort, page, draft, lastChange, random
  }

  /// Decodes a state, and sorts the people.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    people = try values.decode(EntityTable<Person>.self, forKey: .people)
    visits = try values.decode(EntityTable<Visits>.self, forKey: .visits)
    query = try values.decode(String.self, forKey: .query)
    sort = try values.decode(PeopleSort.self, forKey: .sort)
    page = try values.decode(Int.self, forKey: .page)
    draft = try values.decodeIfPresent(PersonDraft.self, forKey: .draft)
    lastChange = try values.decodeIfPresent(AppliedChange.self, forKey: .lastChange)
    random = try values.decode(RandomSource.self, forKey: .random)
    people.sort(by: sort.order)
  }
}
