// SPDX-License-Identifier: Apache-2.0

import Millrace

extension CasePath {
  /// The same path without routing: a feature that is lifted along it is tried for every action.
  public var unrouted: CasePath {
    CasePath(embed: { self.embed($0) }, extract: { self.extract(from: $0) })
  }
}
