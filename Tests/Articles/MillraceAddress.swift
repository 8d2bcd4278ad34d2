// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceAddress.md needs; see bin/support/articles.py.

import MillraceAddress

func example1() {
  // block 1
}
