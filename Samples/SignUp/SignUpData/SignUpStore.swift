// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The store of a form: `SignUpStore(initialState: SignUpState(), feature: .signUp())`.
public typealias SignUpStore = Store<SignUpState, SignUpAction>
