// SPDX-License-Identifier: Apache-2.0

import MillraceDevTools

extension LocalStore {
  /// The most actions that one step counts.
  private static var parcel: Int { 1_024 }

  /// Counts the bytes of the actions that came, on another thread, and then drops the oldest
  /// actions if all take more than `maxBytes`.
  ///
  /// An action counts with the memory of its entry on the line and the bytes of its JSON.
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

  /// The next actions that are not counted yet, copied out of the line.
  private func uncounted() -> (actions: [Action], edition: Int)? {
    let line = line
    if bytes.edition != edition { bytes = LineBytes(edition: edition) }
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
      let part = min(left, LineBytes.part)
      left -= part
      let place = MemoryLayout<TimeMachineState<State, Action>.Entry>.stride
      bytes.add(size + part * place, upTo: bytes.end + part)
    }
    bytes.drop(before: line.firstPlace)
    guard let oldest = bytes.oldest(within: maxBytes) else { return }
    let end = line.firstPlace + line.count
    machine(.trim(to: end - oldest))
    bytes.drop(before: line.firstPlace)
  }
}

extension StoreCoding {
  /// The bytes of the JSON of actions, part by part.
  @concurrent func bytes(of actions: [Action]) async -> [Int] {
    stride(from: 0, to: actions.count, by: LineBytes.part).map { start in
      let end = min(start + LineBytes.part, actions.count)
      // A few at a time: their JSON is there only to be counted.
      return stride(from: start, to: end, by: 16).reduce(0) { sum, first in
        sum + size(actions[first..<min(first + 16, end)])
      }
    }
  }
}
