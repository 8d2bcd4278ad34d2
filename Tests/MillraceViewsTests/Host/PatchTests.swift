// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

import MillraceViews

@Observable private final class World {
  var rows: [Int] = []
  var flags: [Bool] = Array(repeating: false, count: 6)
  var texts: [String] = Array(repeating: "", count: 6)
}

private struct Row: View {
  let id: Int
  let world: World
  var body: some View {
    Text("row \(id) \(world.texts[id % 6])").bold(world.flags[id % 6])
    if world.flags[(id + 1) % 6] {
      Button("press") {}.disabled(world.flags[2])
    }
  }
}

private struct Page: View {
  let world: World
  var body: some View {
    if world.flags[0] { Text(world.texts[0]) } else { Divider() }
    List {
      ForEach(world.rows, id: \.self) { Row(id: $0, world: world) }
      Section(world.texts[1]) {
        ForEach(world.rows.reversed(), id: \.self) { number in
          if number % 2 == 0 || world.flags[3] { Text(world.texts[number % 6]) }
        }
      }
    }
    .padding(world.flags[1] ? 8 : 16)
    Group {
      TextField("t", text: .constant(world.texts[4]))
      Toggle("o", isOn: .constant(world.flags[4]))
      world.flags[5] ? AnyView(Text("any")) : AnyView(Spacer())
    }
    .id(world.flags[0])
    .alert("alert", isPresented: .constant(world.flags[5])) { Button(world.texts[5]) {} }
  }
}

@MainActor struct PatchTests {
  /// The law of the host: a page after its patches is equal to the page that is rendered anew.
  @Test(arguments: 0..<12)
  func patchesLeadToTheSamePageAsHTML(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let world = World()
    let host = ViewHost(Page(world: world))
    let page = PatchedPage(html: host.html())
    for step in 0..<30 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          let count = Int.random(in: 0...8, using: &random)
          world.rows = Array((0..<12).shuffled(using: &random).prefix(count))
        case 1: world.flags[Int.random(in: 0..<6, using: &random)].toggle()
        default:
          world.texts[Int.random(in: 0..<6, using: &random)] =
            String(Int.random(in: 0..<99, using: &random))
        }
      }
      try page.apply(host.flush())
      let fresh = PatchedPage(html: host.html())
      #expect(page.root.description == fresh.root.description, "seed \(seed), step \(step)")
    }
  }

  @Test func patchesAreCompared() {
    let id = NodeID(rawValue: 1)
    #expect(Patch.setText(id, "a") == .setText(id, "a"))
    #expect(Patch.remove(id) != .setTitle("1"))
  }
}
