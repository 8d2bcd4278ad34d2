// SPDX-License-Identifier: Apache-2.0

/// Views that a development tool shows beside the code; here nothing shows them.
@MainActor public protocol PreviewProvider {
  /// The type of the views.
  associatedtype Previews: View

  /// The views.
  @ViewBuilder @MainActor static var previews: Previews { get }
}
