// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of Millrace.md needs; see bin/support/articles.py.

import Millrace

@MainActor func count() {
  // block 1
}
