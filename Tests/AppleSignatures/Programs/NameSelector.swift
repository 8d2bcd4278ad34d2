// SPDX-License-Identifier: Apache-2.0
// Expect: ok

// What a UIKit or AppKit file of an app says.

import Millrace
import MillraceUI
import SwiftUI

// What a UIKit or AppKit file of an app says.
func responds(to aSelector: Selector!) -> Bool { true }
let settings = Selector(("showSettingsWindow:"))
