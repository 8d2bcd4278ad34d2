// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import MillraceWeb

/// One page that says hello.
@MainActor let hello = Page(path: "/hello", title: "Hello") { Text("Hello") }
