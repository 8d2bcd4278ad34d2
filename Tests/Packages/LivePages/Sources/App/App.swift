// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import MillraceWeb

/// A page with one text.
@MainActor let hello = Page(path: "/hello", title: "Hello") { Text("Hello") }
