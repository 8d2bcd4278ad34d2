// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceViewTesting.md needs; see bin/support/articles.py.

import Millrace
import MillraceTesting
import MillraceUI
import MillraceViewTesting
import MillraceViews
import Testing

// The form of Snippets/05-LogIn.swift.
struct LogIn: FormState, Equatable {
  enum Status: Equatable { case editing, running, failed(String), loggedIn(user: String) }

  var name = ""
  @Redacted var password = ""
  var status = Status.editing

  static let fields = [FormField("name", \Self.name), FormField("password", secret: \.password)]
}

enum LogInAction: FormAction, Equatable {
  case edit(Edit<LogIn>)
  case submit
  case answered(LogIn.Status)
}

typealias Server = @Sendable (_ name: String, _ password: String) async throws -> String

func logIn(_ server: @escaping Server) -> Feature<LogIn, LogInAction> {
  Feature { _, _ in .none }
}

struct LogInView: View {
  let store: Store<LogIn, LogInAction>

  var body: some View { TextField("Name", text: store.binding(\.name)) }
}

// block 1
