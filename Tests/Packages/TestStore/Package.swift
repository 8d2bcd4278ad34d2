// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Fetches: swift-custom-dump xctest-dynamic-overlay

import PackageDescription

// A package that uses the default traits.
let package = Package(
  name: "test-store",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "../../..")],
  targets: [
    .target(
      name: "App",
      dependencies: [
        .product(name: "Millrace", package: "millrace"),
        .product(name: "MillraceTesting", package: "millrace"),
      ])
  ]
)
