// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink

/// The state of a program that a monitor shows: it adds the numbers that it reads, one for each
/// line.
struct Count: Codable, Equatable, Sendable {
  var total = 0
  var parts: [String: Int] = [:]
  /// A secret that is no part of a number or a name.
  @Redacted var secret = "Zq-4111"
}

enum CountAction: Codable, Sendable {
  case add(Int)
  case refuse
}

struct Refused: Error {}

// LinkFixture URL TOKEN NAME [MAXAGE]
let arguments = CommandLine.arguments
let store = Store<Count, CountAction>(
  initialState: Count(),
  reducer: Reducer { count, action in
    guard case .add(let number) = action else { throw Refused() }
    count.total += number
    count.parts["by \(number)", default: 0] += 1
  })
store.onRejection = { _ in }
guard arguments.count >= 4, let url = URL(string: arguments[1]) else {
  print("usage: LinkFixture URL TOKEN NAME [MAXAGE]")
  exit(64)
}
let link = MonitorLink(to: url, token: arguments[2], as: arguments[3])
link.add(
  store, named: "Count", maxAge: arguments.count > 4 ? Int(arguments[4]) ?? 100_000 : 100_000)
let (lines, input) = AsyncStream<String>.makeStream()
Thread.detachNewThread {
  while let line = readLine() { input.yield(line) }
  input.finish()
}
for await line in lines {
  if let number = Int(line) { store.dispatch(.add(number)) } else { store.dispatch(.refuse) }
  FileHandle.standardOutput.write(Data("\(store.state.total)\n".utf8))
}
