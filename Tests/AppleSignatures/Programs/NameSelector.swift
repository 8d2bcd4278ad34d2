// SPDX-License-Identifier: Apache-2.0
// Expect: ok

// The use of Objective-C's `Selector` in a file with UIKit or AppKit: the library must not have a
// type of this name.

import Millrace
import MillraceUI
import SwiftUI

func responds(to aSelector: Selector!) -> Bool { true }
let settings = Selector(("showSettingsWindow:"))
