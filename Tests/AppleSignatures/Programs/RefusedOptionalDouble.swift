// SPDX-License-Identifier: Apache-2.0
// Expect: cannot convert value of type 'Double?' to expected argument type 'CGFloat?'

// SwiftUI measures in CGFloat, and an optional Double does not become one.

import Millrace
import MillraceUI
import SwiftUI

struct Card: View {
  let size: Double?
  var body: some View { Text("x").padding(.top, size) }
}
