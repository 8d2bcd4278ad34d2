// SPDX-License-Identifier: Apache-2.0
// What the code of MillraceAddress.md takes as given; see bin/support/articles.py.

import MillraceAddress

func example1() {
  // block 1
}
