// SPDX-License-Identifier: Apache-2.0

/// Notices in debug builds that a decoded table is written to without the rule that tables of its
/// entities have.
@usableFromInline
enum LostOrder {
  /// What was seen of the entities of one type.
  enum Finding {
    case sorted, warned
  }

  private static let findings = Guarded<[ObjectIdentifier: Finding]>([:])

  /// Notes that there is a sorted table of such entities.
  @usableFromInline
  static func note(_ entity: Any.Type) {
    #if DEBUG
      findings.withLock { findings in
        if findings[ObjectIdentifier(entity)] == nil {
          findings[ObjectIdentifier(entity)] = .sorted
        }
      }
    #endif
  }

  /// What to say of a write to a decoded table without a rule, the first time.
  static func warning(_ entity: Any.Type) -> String? {
    let isFirst = findings.withLock { findings in
      guard findings[ObjectIdentifier(entity)] == .sorted else { return false }
      findings[ObjectIdentifier(entity)] = .warned
      return true
    }
    guard isFirst else { return nil }
    return """
      Millrace: an EntityTable<\(entity)> that was decoded is written to and stays unsorted, \
      although other tables of \(entity) are sorted. The rule to sort by is code and is not \
      encoded with a table. Give it to the table after decoding, in the init(from:) of the state \
      or where the state is loaded: table.sort(by: \\.name). If the table is not to be sorted, \
      say table.sort(by: nil).
      """
  }
}

extension EntityStorage {
  /// Warns of a write to a decoded table without a rule.
  @usableFromInline
  func noteUnsorted() {
    isDecoded = false
    #if DEBUG
      if let warning = LostOrder.warning(Entity.self) { Diagnostics.report(warning) }
    #endif
  }
}
