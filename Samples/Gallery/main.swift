// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceWeb
import QuakesData

// A folder, or the address of one, that holds the feeds of earthquakes.
let folder = ProcessInfo.processInfo.environment["QUAKES_FEED"]
let samples = Samples(feed: folder.map { QuakeFeed(at: $0) } ?? .usgs)
let program = WebProgram(name: "Gallery", pages: samples.pages)
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
