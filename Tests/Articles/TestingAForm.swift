// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of TestingAForm.md needs; see bin/support/articles.py.

import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import SignUpData
import SignUpUI
import Testing

@MainActor func example1() {
  // block 1
}

@MainActor func aNameThatIsTooShort() async {
  // block 2
}

@MainActor func time(store: TestStore<SignUpState, SignUpAction>) async {
  // block 3
  // block 4
  // block 5
}

@MainActor func everything(store: TestStore<SignUpState, SignUpAction>) async {
  // block 6
}

@MainActor func example7() async {
  // block 7
}

@MainActor func page(store: TestStore<SignUpState, SignUpAction>, tooShort: String) async {
  // block 8
}

struct Account: Equatable, Sendable { var balance = 80 }

enum AccountAction: Equatable, Sendable { case withdraw(Int) }

struct Overdrawn: Error, Equatable { let by: Int }

@MainActor func refuses(store: TestStore<Account, AccountAction>) async {
  // block 9
}
