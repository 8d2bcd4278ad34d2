// SPDX-License-Identifier: Apache-2.0
// Expect: struct 'Selector' cannot be used as an attribute

// In a file with SwiftUI, the name `Selector` means the type of Objective-C.

import Millrace
import MillraceUI
import SwiftUI

struct Count: View {
  @Selector(\.count) var count
  var body: some View { Text("x") }
}
