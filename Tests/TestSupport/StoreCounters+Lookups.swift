// SPDX-License-Identifier: Apache-2.0

import Millrace

extension StoreCounters {
  /// Everything that was looked at on behalf of observers: slices compared and selectors computed.
  public var lookups: Int { slicesCompared + selectorsComputed }
}
