// SPDX-License-Identifier: Apache-2.0
// Expect: main actor-isolated property 'name' can not be referenced from a Sendable closure

// The closures of a SwiftUI binding have the isolation of the function that creates it, which is
// nonisolated here.

import Millrace
import MillraceUI
import SwiftUI

@MainActor final class Model { var name = "" }
func name(of model: Model) -> Binding<String> {
  Binding(get: { model.name }, set: { model.name = $0 })
}
