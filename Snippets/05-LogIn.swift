// SPDX-License-Identifier: Apache-2.0

// The log-in of an issue tracker: state, actions, validation, an effect that can fail, a view and a
// test, in at most 50 lines of code without the imports.

import Millrace
import MillraceTesting
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

// The state of the form, and whether the form can be sent.
struct LogIn: FormState, Equatable {
  enum Status: Equatable { case editing, running, failed(String), loggedIn(user: String) }

  var name = ""
  @Redacted var password = ""
  var status = Status.editing

  var isValid: Bool { !name.isEmpty && password.count >= 8 && status != .running }
  static let fields = [FormField("name", \Self.name), FormField("password", secret: \.password)]
}

// The actions of the form. All fields share the action `edit`.
enum LogInAction: FormAction, Equatable {
  case edit(Edit<LogIn>)
  case submit
  case answered(LogIn.Status)
}

// The feature: what each action changes and starts. Its dependency, the server, is a parameter.
typealias Server = @Sendable (_ name: String, _ password: String) async throws -> String

func logIn(_ server: @escaping Server) -> Feature<LogIn, LogInAction> {
  Feature { state, action in
    switch action {
    case .edit(let edit): edit.apply(to: &state)
    case .answered(let status): state.status = status
    case .submit:
      guard state.isValid else { return .none }
      state.status = .running
      return .task { [state] in
        .answered(.loggedIn(user: try await server(state.name, state.password)))
      } catch: {
        .answered(.failed("\($0)"))
      }
    }
    return .none
  }
}

struct LogInView: View {
  let store: Store<LogIn, LogInAction>

  var body: some View {
    Form {
      TextField("Name", text: store.binding(\.name))
      SecureField("Password", text: store.binding(\.password))
      if case .failed(let problem) = store.status { Text(problem).foregroundStyle(.red) }
      Button("Log in") { store.dispatch(.submit) }.disabled(!store.isValid)
    }
  }
}

// In a test target this function has the attribute `@Test`.
@MainActor func aValidFormIsSent() async {
  let store = TestStore(initialState: LogIn(name: "ada"), feature: logIn { name, _ in name })
  await store.send(.submit)
  await store.send(.edit(\.password, "lovelace")) { $0.password = "lovelace" }
  await store.send(.submit) { $0.status = .running }
  await store.receive(.answered(.loggedIn(user: "ada"))) { $0.status = .loggedIn(user: "ada") }
  await store.finish()
}

// snippet.hide
await aValidFormIsSent()

// Prints:
