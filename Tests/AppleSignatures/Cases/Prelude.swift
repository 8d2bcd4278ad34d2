// SPDX-License-Identifier: Apache-2.0

// The code before every case.

import Foundation
import Observation

#if canImport(SwiftUI)
  import SwiftUI
  import UniformTypeIdentifiers
#else
  import MillraceViews
#endif

enum Kind { case a, b }

struct Item: Identifiable {
  var id: Int
  var title: String
}

@MainActor @Observable final class Model {
  var name = ""
  var size: Double? = 1
  var on = false
  func save() {}
  func load() async {}
}
