// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// An error message in red.
///
/// It shows nothing if the text is empty.
struct Complaint: View {
  let text: String

  var body: some View {
    if !text.isEmpty { Text(text).foregroundStyle(.red) }
  }
}
