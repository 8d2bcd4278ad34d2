// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Says what is wrong with a field, in red; shows nothing if nothing is.
struct Complaint: View {
  let text: String

  var body: some View {
    if !text.isEmpty { Text(text).foregroundStyle(.red) }
  }
}
