// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Fetches: opencombine swift-custom-dump xctest-dynamic-overlay

import PackageDescription

// An app that uses publishers.
let package = Package(
  name: "publishers",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "../../..", traits: [.defaults, "Combine"])],
  targets: [
    .target(
      name: "App",
      dependencies: [
        .product(name: "Millrace", package: "millrace"),
        .product(name: "MillraceCombine", package: "millrace"),
      ])
  ]
)
