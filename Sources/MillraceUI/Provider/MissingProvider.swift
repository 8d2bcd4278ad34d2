// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Stops the program with a message that names the provider that is missing.
///
/// Use it as the default value of an environment key, computed so that only a view without a
/// provider ever asks for it:
///
/// ```swift
/// private struct CounterStoreKey: EnvironmentKey {
///   static var defaultValue: Store<CounterState, CounterAction> {
///     missingProvider(for: "\\.counterStore")
///   }
/// }
/// ```
///
/// - Parameters:
///   - name: The key path that the provider must use, as it is written in the code.
///   - fileID: The file that declares the key.
///   - line: The line that declares the key.
/// - Returns: Never.
public func missingProvider<Source>(
  for name: String, fileID: StaticString = #fileID, line: UInt = #line
) -> Source {
  fatalError(missingProviderMessage(for: name, Source.self, fileID: fileID, line: line))
}

func missingProviderMessage<Source>(
  for name: String, _ source: Source.Type, fileID: StaticString, line: UInt
) -> String {
  """
  Millrace: a view asked the environment for \(name) (declared at \(fileID):\(line)), but no   Provider above it supplies one. Probably the view, or a preview or test of it, is shown outside   of its provider. Wrap it: Provider(\(name), store) { ... }, with a store of type \(Source.self).
  """
}
