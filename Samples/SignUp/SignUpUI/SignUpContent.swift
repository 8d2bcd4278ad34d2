// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import SignUpData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The form: a user name, a password twice, and a button that is enabled when all three will do.
public struct SignUpContent: View {
  @Environment(\.signUpStore) private var store

  /// Creates the view; a `Provider` above it supplies `\.signUpStore`.
  public init() {}

  /// The fields, each with what is wrong with it, and the button.
  public var body: some View {
    Form {
      Section {
        TextField("User name", text: store.binding(\.username) { .updateUsername($0) })
      } footer: {
        Complaint(text: store.usernameMessage)
      }
      Section {
        SecureField("Password", text: store.binding(\.password) { .updatePassword($0) })
        SecureField(
          "Password again", text: store.binding(\.passwordAgain) { .updatePasswordAgain($0) })
      } footer: {
        Complaint(text: store.passwordMessage)
      }
      Button("Sign Up") { store.dispatch(.mutating(.showSignUpUI)) }
        .disabled(!store.canSignUp)
    }
    .onSubmit { store.dispatch(.mutating(.showSignUpUI)) }
    .alert(
      "Welcome, \(store.username)!",
      isPresented: store.binding(\.isSignedUp) { $0 ? .showSignUpUI : .hideSignUpUI }
    ) {
      Button("OK") {}
    } message: {
      Text("This is a sample: nothing was sent or stored.")
    }
    .navigationTitle("Sign Up")
  }
}
