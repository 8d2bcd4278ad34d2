// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct NetworkTests {
  @Test(arguments: [
    ("2001:db8::1", "2001:db8:0:0:ffff::2", true), ("2001:0DB8::1", "2001:db8::2", true),
    ("2001:db8::1", "2001:db8:0:1::1", false), ("::ffff:1.2.3.4", "1.2.3.4", true),
    ("1.2.3.4", "1.2.3.5", false), ("::1", "::2", true), ("unknown", "unknown", true),
    ("1:2", "1:3", false),
  ])
  func aHouseholdIsOneNetwork(one: String, other: String, isSame: Bool) {
    #expect((Network.name(of: one) == Network.name(of: other)) == isSame)
  }

  @Test(arguments: [
    ("2001:db8::1", "2001:db8:0:ffff::1", true), ("2001:db8::1", "2001:db8:1::1", false),
    ("1.2.3.4", "1.2.3.5", false), ("unknown", "unknown", true),
  ])
  func theNetworksOfASiteAreKnown(one: String, other: String, isSame: Bool) {
    func site(_ address: String) -> String { Network.site(of: Network.name(of: address)) }
    #expect((site(one) == site(other)) == isSame)
    #expect((site(one) == Network.name(of: one)) == !one.contains(":"))
  }

  @Test func aSiteHasFourTimesTheBoundAndNotAll() {
    let network = Network.name(of: "2001:db8::1")
    func bounds(_ bound: Int, ofAll whole: Int = .max) -> [Int] {
      Network.bounds(of: network, bound, ofAll: whole).map(\.bound)
    }
    #expect(Network.bounds(of: "1.2.3.4", 5).map(\.name) == ["1.2.3.4"])
    #expect(Network.bounds(of: network, 5).map(\.name) == [network, Network.site(of: network)])
    #expect(bounds(5) == [5, 20] && bounds(5, ofAll: 16) == [5, 12])
    #expect(bounds(16, ofAll: 16) == [16, 16] && bounds(.max) == [.max, .max])
  }

  @Test func aTallyCountsForTheNetworkAndItsSite() {
    var tally = Network.Tally()
    let networks = ["2001:db8::1", "2001:db8:0:1::1"].map(Network.name)
    tally.add(2, for: networks[0])
    tally.add(3, for: networks[1])
    tally.add(4, for: "1.2.3.4")
    let site = Network.site(of: networks[0])
    #expect(networks.map { tally[$0] } == [2, 3])
    #expect(tally[site] == 5 && tally.most == site && tally["1.2.3.4"] == 4)
    tally.add(-2, for: networks[0])
    #expect(tally[site] == 3 && tally.most == "1.2.3.4")
    for (number, network) in zip([-3, -4], [networks[1], "1.2.3.4"]) {
      tally.add(number, for: network)
    }
    #expect(tally.most == nil)
  }
}
