// SPDX-License-Identifier: Apache-2.0

import Millrace

extension StoreCounters {
  /// The number of compared slices and computed selectors.
  public var lookups: Int { slicesCompared + selectorsComputed }
}
