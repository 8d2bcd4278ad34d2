// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink

enum CounterAction: Codable, Sendable { case increment }

@MainActor
func makeLink(to url: URL, token: String, _ store: Store<Int, CounterAction>) -> MonitorLink {
  let link = MonitorLink(to: url, token: token)
  link.add(store, named: "Counter")
  return link
}
