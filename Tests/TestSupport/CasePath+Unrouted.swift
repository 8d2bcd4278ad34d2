// SPDX-License-Identifier: Apache-2.0

import Millrace

extension CasePath {
  /// The same path, which does not route: what is lifted by it is asked for every action.
  public var unrouted: CasePath {
    CasePath(embed: { self.embed($0) }, extract: { self.extract(from: $0) })
  }
}
