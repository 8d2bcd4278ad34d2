// SPDX-License-Identifier: Apache-2.0

/// Finds parts of a watched key path that end the process when the state changes: a forced unwrap,
/// and an index into an array.
///
/// A key path tells about its parts in its description alone: `!` is written there, and an index is
/// the same text as in a known key path. Does nothing in release builds.
@usableFromInline
enum KeyPathCheck {
  static func inspect(_ keyPath: AnyKeyPath) {
    #if DEBUG
      let checks = SelectorChecks.global
      let frequency = checks.trappingKeyPaths
      if case .never = frequency { return }
      guard let trap = trap(in: keyPath) else { return }
      let isFirst = Diagnostics.isNew("key path \(keyPath.debugDescription)")
      if case .once = frequency, !isFirst { return }
      checks.report(trap.message(type(of: keyPath)))
    #endif
  }

  enum Trap: Equatable {
    case index
    case forcedUnwrap

    func message(_ type: AnyKeyPath.Type) -> String {
      let (what, remedy) =
        switch self {
        case .index:
          (
            "an index into an array, as in \\.list[2]. When the array gets shorter",
            """
            Watch a closure that looks first, as in StateSelector { $0.list.indices.contains(2) ? \
            $0.list[2] : nil }, or keep the values in an EntityTable and watch .row(id, of: \
            \\.table)
            """
          )
        case .forcedUnwrap:
          (
            "a forced unwrap, as in \\.user!.name. When the value becomes nil",
            "Watch \\.user?.name, which is nil then"
          )
        }
      return """
        Millrace: a \(type) with \(what), the store reads the key path once more after the commit \
        and the process ends there, before the observer or the view can go away. \(remedy).
        """
    }
  }

  static func trap(in keyPath: AnyKeyPath) -> Trap? {
    let text = keyPath.debugDescription
    if text.contains("!") { return .forcedUnwrap }
    return indices.contains { text.contains($0) } ? .index : nil
  }

  /// How indices describe themselves: by the address of their getter, as in `<computed 0x7f80 (`.
  private static let indices: [Substring] = {
    let known: [AnyKeyPath] = [\[Int].[0], \ArraySlice<Int>.[0], \ContiguousArray<Int>.[0]]
    return known.compactMap { keyPath in
      let text = keyPath.debugDescription
      guard let start = text.firstRange(of: "<computed")?.lowerBound,
        let end = text[start...].firstIndex(of: "(")
      else { return nil }
      return text[start...end]
    }
  }()
}
