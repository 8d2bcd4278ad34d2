// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Fetches: nothing
// Prints: 2

import PackageDescription

// The core alone, without any trait.
let package = Package(
  name: "core-only",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Counter", dependencies: [.product(name: "Millrace", package: "millrace")])
  ]
)
