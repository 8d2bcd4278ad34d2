// SPDX-License-Identifier: Apache-2.0

/// Views for the previews of Xcode.
///
/// The protocol is declared here so that shared code compiles.
@MainActor public protocol PreviewProvider {
  /// The type of the views.
  associatedtype Previews: View

  /// The views.
  @ViewBuilder @MainActor static var previews: Previews { get }
}
