// SPDX-License-Identifier: Apache-2.0

/// A type of environment values whose default value can be a stand-in for a missing value.
///
/// Before the host runs a body, it checks the values of such types that the view declares with
/// `@Environment`, except optional objects. If one of them is a stand-in, the body does not run: an
/// error is shown instead of the view, and the host reports
/// ``ViewFault/unavailable(message:view:)``. The rest of the page continues to work. A host that
/// was created with `endsOnFailure` ends the page instead.
public protocol EnvironmentStandIn {
  /// The reason why the value cannot be used, or nil if it can be used.
  var unavailableMessage: String? { get }

  /// Called before each run of the body of a view that declares the value with `@Environment`.
  ///
  /// By default it does nothing.
  @MainActor func willBeRead()
}

extension EnvironmentStandIn {
  /// Does nothing.
  @MainActor public func willBeRead() {}
}

/// The view that is shown instead of a view whose body cannot run.
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
