// SPDX-License-Identifier: Apache-2.0

import MillraceDevTools

extension LocalStore {
  /// The maximum number of actions that are counted in one step.
  private static var parcel: Int { 1_024 }

  /// Counts the bytes of the new actions on another thread.
  ///
  /// If all actions together take more than `maxBytes`, the oldest ones are dropped.
  ///
  /// An action counts with the memory of its entry on the timeline and the bytes of its JSON.
  func countLine() {
    guard counting == nil, maxBytes < .max else { return }
    counting = Task { [weak self] in
      while let (actions, edition) = self?.uncounted() {
        guard let parts = await self?.coding.bytes(of: actions) else { return }
        self?.take(parts, count: actions.count, edition)
      }
      self?.counting = nil
    }
  }

  /// A copy of the next actions that were not counted yet, or nil if there are none.
  private func uncounted() -> (actions: [Action], edition: Int)? {
    let line = line
    if bytes.edition != edition { bytes = TimelineBytes(edition: edition) }
    bytes.drop(before: line.firstPlace)
    let start = bytes.end - line.firstPlace
    guard start < line.count else { return nil }
    let end = min(line.count, start + Self.parcel)
    return ((start..<end).map { line[$0].dispatched.action }, edition)
  }

  private func take(_ parts: [Int], count: Int, _ edition: Int) {
    guard edition == self.edition else { return }
    var left = count
    for size in parts {
      let part = min(left, TimelineBytes.part)
      left -= part
      let entryBytes = MemoryLayout<TimeMachineState<State, Action>.Entry>.stride
      bytes.add(size + part * entryBytes, upTo: bytes.end + part)
    }
    bytes.drop(before: line.firstPlace)
    guard let oldest = bytes.oldest(within: maxBytes) else { return }
    let end = line.firstPlace + line.count
    machine(.trim(to: end - oldest))
    bytes.drop(before: line.firstPlace)
  }
}

extension StoreCoding {
  /// The bytes of the JSON of actions, for each group of `TimelineBytes.part`.
  @concurrent func bytes(of actions: [Action]) async -> [Int] {
    stride(from: 0, to: actions.count, by: TimelineBytes.part).map { start in
      let end = min(start + TimelineBytes.part, actions.count)
      // Sixteen actions at a time, which limits the memory of their JSON.
      return stride(from: start, to: end, by: 16).reduce(0) { sum, first in
        sum + size(actions[first..<min(first + 16, end)])
      }
    }
  }
}
