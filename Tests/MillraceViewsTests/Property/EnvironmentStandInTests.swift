// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

private final class Service: EnvironmentStandIn, Sendable {
  let unavailableMessage: String?
  let name: String

  init(name: String = "", unavailableMessage: String? = nil) {
    (self.name, self.unavailableMessage) = (name, unavailableMessage)
  }
}

private struct ServiceKey: EnvironmentKey {
  static let defaultValue = Service(unavailableMessage: "No service. Provide one.")
}

extension EnvironmentValues {
  fileprivate var service: Service {
    get { self[ServiceKey.self] }
    set { self[ServiceKey.self] = newValue }
  }
}

/// A dynamic property that contains the environment value.
private struct Named: DynamicProperty {
  @Environment(\.service) var service
  var updates = 0
  mutating func update() { updates += 1 }
}

private struct Client: View {
  var named = Named()
  var body: some View { Text("by \(named.service.name), \(named.updates)") }
}

@MainActor struct EnvironmentStandInTests {
  @Test func aBodyDoesNotRunWithoutWhatItNeeds() throws {
    let host = ViewHost(
      VStack {
        Client()
        Text("after")
      })
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    #expect(host.texts == ["No service. Provide one.", "after"])
    #expect(host.bodies(Client.self) == 0)
    #expect(faults == [.unavailable(message: "No service. Provide one.", view: "Client")])
    #expect(
      try #require(faults.first).description == """
        Client: cannot be shown. No service. Provide one.
        """)
  }

  @Test func aBodyRunsWithIt() {
    let host = ViewHost.shown(Client().environment(\.service, Service(name: "Ann")))
    #expect(host.texts == ["by Ann, 1"])
  }
}
