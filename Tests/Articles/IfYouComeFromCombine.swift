// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of IfYouComeFromCombine.md needs; see bin/support/articles.py.

import Millrace
import MillraceCombine

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

struct Book: Sendable {}

enum BooksAction: Sendable {
  case load, loaded([Book]), failed(String)
}

struct BooksID: Hashable, Sendable {}

// block 1

// block 2 is not compiled: ReactiveSwift is no dependency of the package
