// SPDX-License-Identifier: Apache-2.0
// Expect: cannot convert value of type 'Double?' to expected argument type 'CGFloat?'

// The spacing of a stack is a `CGFloat?`, to which Swift does not convert `Double?`.

import Millrace
import MillraceUI
import SwiftUI

struct Column: View {
  let spacing: Double?
  var body: some View { VStack(spacing: spacing) { Text("x") } }
}
