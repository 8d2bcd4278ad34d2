// SPDX-License-Identifier: Apache-2.0
// Expect: struct 'Selector' cannot be used as an attribute

// Objective-C's `Selector` is what the name means in every file with SwiftUI.

import Millrace
import MillraceUI
import SwiftUI

struct Count: View {
  @Selector(\.count) var count
  var body: some View { Text("x") }
}
