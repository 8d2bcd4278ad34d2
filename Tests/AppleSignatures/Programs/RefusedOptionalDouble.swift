// SPDX-License-Identifier: Apache-2.0
// Expect: cannot convert value of type 'Double?' to expected argument type 'CGFloat?'

// Swift converts `Double` to `CGFloat`, but not `Double?` to `CGFloat?`.

import Millrace
import MillraceUI
import SwiftUI

struct Card: View {
  let size: Double?
  var body: some View { Text("x").padding(.top, size) }
}
