// SPDX-License-Identifier: Apache-2.0

// As in SwiftUI, the actions and contents that a view gets can be functions without isolation, for
// example those that a view stores in `let action: () -> Void`. They run on the main actor.

/// Returns a function of the main actor that runs another function.
func onMain<Output>(_ function: @escaping () -> Output) -> @MainActor () -> Output {
  let passed = PassedFunction(function: function)
  return { passed.function() }
}

/// Returns a function of the main actor that runs another function.
func onMain<Input, Output>(
  _ function: @escaping (Input) -> Output
) -> @MainActor (Input) -> Output {
  let passed = PassedFunction(function: function)
  return { passed.function($0) }
}

/// Returns a function of the main actor that runs another function.
func onMain<First, Second, Output>(
  _ function: @escaping (First, Second) -> Output
) -> @MainActor (First, Second) -> Output {
  let passed = PassedFunction(function: function)
  return { passed.function($0, $1) }
}

// Sound: a view that stores the function is not `Sendable`. Code that creates the view outside of
// the main actor passes it on together with all that the function uses.
private struct PassedFunction<Function>: @unchecked Sendable {
  let function: Function
}
