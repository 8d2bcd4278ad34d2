// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The state of the sample: only what cannot be computed from the rest of it.
public struct PeopleState: Equatable, Sendable {
  /// The people, kept sorted by ``sort``.
  public var people: EntityTable<Person>
  /// How often each of them came by.
  public var visits: EntityTable<Visits>
  /// What stands in the search field, as it was typed.
  public var query = ""
  /// What the people are sorted by.
  public var sort = PeopleSort.name
  /// The page that was asked for, counted from zero; there may be fewer.
  public var page = 0
  /// What is being typed about one person, while one is edited.
  public var draft: PersonDraft?
  /// The last change, for the line that tells of it.
  public var lastChange: AppliedChange?
  /// Where random changes come from: the same state and actions give the same changes.
  public var random: RandomSource

  /// Creates a state of people and their visits.
  public init(people: [Person], visits: [Visits] = [], seed: UInt64 = 0) {
    self.people = EntityTable(people, sortedBy: PeopleSort.name.order)
    self.visits = EntityTable(visits)
    random = RandomSource(seed: seed)
  }

  /// Creates a state with so many made-up people; the same seed makes the same ones.
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

  /// Reads what was written; the people are kept sorted again.
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
