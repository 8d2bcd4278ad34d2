// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

struct SymbolTests {
  @Test func everyPictureIsAPath() {
    for (name, path) in Symbol.paths {
      #expect(path.hasPrefix("M"), "\(name)")
      #expect(path.allSatisfy { "MmLlHhVvCcSsAaZz0123456789.- ".contains($0) }, "\(name)")
    }
    #expect(Symbol.paths.count > 70)
  }

  @Test func anUnknownNameIsAnEmptyFrame() {
    #expect(Symbol.named("no.such.fill") == Symbol(path: "M5 5h14v14H5z", isFilled: false))
    #expect(Symbol.named("trash.fill").isFilled)
  }

  @MainActor @Test func anImageThatPointsBackwardOrForwardIsMirrored() {
    for name in ["chevron.backward", "arrow.forward", "arrow.uturn.backward"] {
      #expect(render(Image(systemName: name)).contains("class=\"mv-symbol mv-mirrored\""))
    }
    for name in ["chevron.left", "arrow.clockwise", "no.such.forward"] {
      #expect(render(Image(systemName: name)).contains("class=\"mv-symbol\""))
    }
  }

  @MainActor @Test func theLinesInAFilledImageStayVisible() {
    for name in ["checkmark.circle", "exclamationmark.triangle"] + Symbol.withInnerLines {
      #expect(Symbol.paths[name] != nil, "\(name)")
      #expect(render(Image(systemName: "\(name).fill")).contains("class=\"mv-filled mv-sign\""))
    }
    for name in ["circle", "square", "heart", "lock"] {
      #expect(render(Image(systemName: "\(name).fill")).contains("class=\"mv-filled\""))
    }
  }
}
