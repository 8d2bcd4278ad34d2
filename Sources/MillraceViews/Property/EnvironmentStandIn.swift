// SPDX-License-Identifier: Apache-2.0

/// A value of the environment that may stand in for one that no view above has supplied.
///
/// The host looks at such values before it runs a body. Where one of them is a stand-in, the body
/// does not run: an error stands in the view's place, and the host reports
/// ``ViewFault/unavailable(message:view:)``. Everything else on the page goes on.
public protocol EnvironmentStandIn {
  /// Why the value cannot be used; nil if it can.
  var unavailableMessage: String? { get }

  /// Called before the body of a view that has the value runs; by default it does nothing.
  @MainActor func willBeRead()
}

extension EnvironmentStandIn {
  /// Does nothing.
  @MainActor public func willBeRead() {}
}

/// What is shown in the place of a view that needs a value that is not there.
struct UnavailableView: View {
  let message: String

  var body: some View {
    #if DEBUG
      Text(message)
    #else
      Text("This part of the page is not available.")
    #endif
  }
}
