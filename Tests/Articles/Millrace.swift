// SPDX-License-Identifier: Apache-2.0
// What the code of Millrace.md takes as given; see bin/support/articles.py.

import Millrace

@MainActor func count() {
  // block 1
}
