// SPDX-License-Identifier: Apache-2.0
// Expect: generic type 'TupleView' specialized with too many type parameters

// SwiftUI's `TupleView` has one generic parameter, a tuple of views.

import Millrace
import MillraceUI
import SwiftUI

struct Two: View {
  var body: TupleView<Text, Text> {
    Text("a")
    Text("b")
  }
}
