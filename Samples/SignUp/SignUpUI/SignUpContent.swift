// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import SignUpData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The form: a user name, a password, its repetition, and a button that is enabled when all three
/// are valid.
public struct SignUpContent: View {
  @Environment(SignUpStore.self) private var store

  /// Creates the view.
  ///
  /// The environment must have a ``SignUpStore``.
  public init() {}

  /// The fields with their error messages, and the button.
  public var body: some View {
    Form {
      Section {
        TextField("User name", text: store.binding(\.username))
      } footer: {
        Complaint(text: store.usernameMessage)
      }
      Section {
        SecureField("Password", text: store.binding(\.password))
        SecureField("Password again", text: store.binding(\.passwordAgain))
      } footer: {
        Complaint(text: store.passwordMessage)
      }
      Button("Sign Up") { store.dispatch(.signUp) }
        .disabled(!store.canSignUp)
    }
    .onSubmit { store.dispatch(.signUp) }
    .alert(
      "Welcome, \(store.username)!",
      isPresented: store.binding(\.isSignedUp) { _ in .closeConfirmation }
    ) {
      Button("OK") {}
    } message: {
      Text("This is a sample: nothing was sent or stored.")
    }
    .navigationTitle("Sign Up")
  }
}
