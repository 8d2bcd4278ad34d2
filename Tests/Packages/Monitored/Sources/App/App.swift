// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceMonitor
import MillraceWeb

enum CounterAction: Codable, Sendable { case increment }

@MainActor
func makeServer(_ store: Store<Int, CounterAction>) throws -> WebServer {
  let monitor = Monitor()
  monitor.add(store, named: "Counter")
  return try WebServer(pages: monitor.pages)
}
