// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The page with the log-in form.
struct LogInPage: View {
  @Environment(DeskStore.self) private var desk

  var body: some View {
    Form {
      Section {
        TextField("Name", text: desk.binding(\.logIn.name))
        SecureField("Password", text: desk.binding(\.logIn.password))
      } footer: {
        LogInStatus(status: desk.logIn.status)
      }
      Button("Log In") { desk.dispatch(.logIn) }.disabled(!desk.logIn.canLogIn)
      Section("Accounts") {
        ForEach(BoardServer.accounts.sorted { $0.key < $1.key }, id: \.key) { name, password in
          Text("\(name), password \(password)")
        }
        Text("This is a sample: nothing here is secret.").foregroundStyle(.secondary)
      }
      Section("Connection") { ConnectionSwitches() }
    }
    .onSubmit { desk.dispatch(.logIn) }
    .navigationTitle("Log In")
  }
}

/// The status of the log-in.
struct LogInStatus: View {
  let status: LogInForm.Status

  var body: some View {
    switch status {
    case .editing: EmptyView()
    case .waiting: ProgressView("Asking the server…")
    case .failed(let problem): Text(problem.message).foregroundStyle(.red)
    }
  }
}

/// The switches for the simulated faults of this person's connection.
struct ConnectionSwitches: View {
  @Environment(DeskStore.self) private var desk

  var body: some View {
    Toggle("Slow server", isOn: desk.binding(\.connection.isSlow))
    Toggle("Failing server", isOn: desk.binding(\.connection.isFailing))
  }
}

/// The name of the person with a menu for the connection and the log-out, and the faults that are
/// on.
struct DeskBar: View {
  @Environment(DeskStore.self) private var desk
  @State private var isAsking = false

  var body: some View {
    HStack {
      Menu(desk.person ?? "", systemImage: "person") {
        ConnectionSwitches()
        Divider()
        Button("Log Out") {
          if desk.state.hasUnsaved { isAsking = true } else { desk.dispatch(.logOut) }
        }
      }
      Text(desk.connection.text).font(.footnote).foregroundStyle(.secondary)
    }
    .confirmationDialog(
      "Some changes are not saved.", isPresented: $isAsking, titleVisibility: .visible
    ) {
      Button("Log Out and Discard Them", role: .destructive) { desk.dispatch(.logOut) }
    }
  }
}

extension Connection {
  /// Describes the simulated faults, or is empty if there are none.
  var text: String {
    switch (isSlow, isFailing) {
    case (false, false): ""
    case (true, false): "The server is slow."
    case (false, true): "The server fails every other time."
    case (true, true): "The server is slow and fails every other time."
    }
  }
}
