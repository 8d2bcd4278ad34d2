// SPDX-License-Identifier: Apache-2.0
// A property that the state does not have, and a value of another type.

import Millrace

@MainActor func watch(_ store: Store<AppState, AppAction>) {
  // error: cannot convert value of type 'Bool' to specified type 'String'
  let text: String = store.select(\.isBusy)
  // error: value of type 'AppState' has no member 'isBsy'
  _ = store.select(\.isBsy)
  // error: cannot convert value of type 'KeyPath<Root, Value>' to expected argument type 'StateSele
  // error: cannot infer key path type from context; consider explicitly specifying a root type
  _ = store.subscribe(to: \.counter.cont) { print($0) }
  // error: cannot convert value of type 'KeyPath<Root, Value>' to expected argument type 'StateSele
  // error: cannot infer key path type from context; consider explicitly specifying a root type
  _ = store.subscribe(to: \.isBusy) { (value: Int) in print(value) }
  // error: cannot convert value of type 'Bool' to specified type 'Int'
  let name: Int = store.isBusy
  // error: value of type 'Store<AppState, AppAction>' has no dynamic member 'isBsy' using key path
  print(text, name, store.isBsy)
}
