// SPDX-License-Identifier: Apache-2.0

import CounterData
import Millrace

/// The store of the counter, by whose type views find it in the environment.
public typealias CounterStore = Store<CounterState, CounterAction>
