// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Creates a stand-in for a store that was not provided.
///
/// The first use of the stand-in stops the program with a message that names the missing provider.
/// A host of `MillraceViews` does not run the body of a view that reads the stand-in: it shows an
/// error instead of the view, or ends the page.
///
/// Use it as the default value of an environment key:
///
/// ```swift
/// private struct CounterStoreKey: EnvironmentKey {
///   static let defaultValue: Store<CounterState, CounterAction> =
///     missingProvider(for: "\\.counterStore")
/// }
/// ```
///
/// - Parameters:
///   - name: The key path that the provider must use, as it is written in the code.
///   - fileID: The file that declares the key.
///   - line: The line that declares the key.
/// - Returns: The stand-in.
public func missingProvider<State, Action>(
  for name: String, fileID: StaticString = #fileID, line: UInt = #line
) -> Store<State, Action> {
  Store(
    unavailable: missingProviderMessage(
      for: name, Store<State, Action>.self, fileID: fileID, line: line))
}

/// Creates a stand-in for a projection that was not provided.
///
/// The first use of the stand-in stops the program with a message that names the missing provider.
/// A host of `MillraceViews` does not run the body of a view that reads the stand-in: it shows an
/// error instead of the view, or ends the page.
///
/// - Parameters:
///   - name: The key path that the provider must use, as it is written in the code.
///   - fileID: The file that declares the key.
///   - line: The line that declares the key.
/// - Returns: The stand-in.
public func missingProvider<State, Action>(
  for name: String, fileID: StaticString = #fileID, line: UInt = #line
) -> StoreProjection<State, Action> {
  StoreProjection(
    unavailable: missingProviderMessage(
      for: name, StoreProjection<State, Action>.self, fileID: fileID, line: line))
}

func missingProviderMessage<Source>(
  for name: String, _ source: Source.Type, fileID: StaticString, line: UInt
) -> String {
  """
  Millrace: a view asked the environment for \(name) (declared at \(fileID):\(line)), but no \
  Provider above it supplies one. Probably the view, or a preview or test of it, is shown outside \
  of its provider. Wrap it: Provider(\(name), store) { ... }, with a store of type \(Source.self).
  """
}
