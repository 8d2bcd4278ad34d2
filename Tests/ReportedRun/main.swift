// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceDevTools
import MillraceTrace

@testable import Depot

// Writes the test of a run that went wrong.
let store = Store(initialState: Depot.Cart.State(), feature: Depot.feature)
store.onRejection = { _ in }
let recorder = TraceRecorder(store, client: "#\"phone\"\"\"#")
store.dispatch(.pay(card: Redacted("4711")))
for number in 1...40 {
  store.dispatch(.add(.init(name: "pen \(number % 4) \"\\#", count: number)))
  store.dispatch(.remove("cup"))
}
store.dispatch(.remove("pen 3 \"\\#"))
// What a reducer prints is no part of the answer.
let noisy = Depot.feature <> Reducer { _, _ in print("noise") }
let program = TraceProgram(noisy, named: "Depot.feature")
let condition = "total=\(store.state.total)"
try recorder.trace().text.write(toFile: "run", atomically: true, encoding: .utf8)
if CommandLine.arguments.count > 1 { TraceCommand(program).main() }
let again = try Process.run(
  URL(fileURLWithPath: CommandLine.arguments[0]), arguments: ["run", "test", condition])
again.waitUntilExit()
