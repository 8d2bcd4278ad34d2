// SPDX-License-Identifier: Apache-2.0

import CounterData
import Millrace

/// The type of the counter's store.
///
/// Views find the store in the environment by this type.
public typealias CounterStore = Store<CounterState, CounterAction>
