// SPDX-License-Identifier: Apache-2.0

public import Millrace

extension DispatchReceipt {
  /// True if the action was processed and not rejected.
  public var isCommitted: Bool { if case .committed = outcome { true } else { false } }
}
