// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Fetches: nothing

import PackageDescription

// A program that a monitor in another program shows.
let package = Package(
  name: "linked",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "../../..", traits: [])],
  targets: [
    .target(
      name: "App",
      dependencies: [
        .product(name: "Millrace", package: "millrace"),
        .product(name: "MillraceLink", package: "millrace"),
      ])
  ]
)
