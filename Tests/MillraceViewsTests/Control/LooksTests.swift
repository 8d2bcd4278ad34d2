// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

private struct Counted {
  @State private var count = 0

  @MainActor func body(_ title: String) -> some View {
    Button("\(title) \(count)") { count += 1 }
  }

  @MainActor static var maker: StyleMaker<String> {
    StyleMaker { AnyView(Counted(), $0) { $0.body($1) } }
  }
}

@MainActor
struct LooksTests {
  @Test func aStyleOfTheApplicationIsInsideTheOnesThatItReplaces() {
    var looks = Looks<Int, String>(1)
    let (outer, inner) = (Counted.maker, Counted.maker)
    looks.set(Look(maker: outer))
    looks.set(Look(kind: 2))
    looks.set(Look(maker: inner))
    #expect(looks.current.maker === inner)
    looks.restore()
    #expect(looks.current.kind == 2 && looks.current.maker == nil)
    looks.restore()
    #expect(looks.current.kind == 1)
    looks.restore()
    #expect(looks.current.kind == 1)
  }
}

@MainActor
struct StyleMakerTests {
  @Test func thePropertiesOfAStyleAreThoseOfTheControl() throws {
    struct Two: View {
      let maker: StyleMaker<String>
      var body: some View {
        maker.make("a")
        maker.make("b")
      }
    }
    let host = ViewHost.shown(Two(maker: Counted.maker))
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts == ["a 0", "b 1"])
  }
}
