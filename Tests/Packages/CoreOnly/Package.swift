// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Fetches: nothing
// Prints: 2

import PackageDescription

// The core without traits, in an app and in a dynamic library of the app.
let package = Package(
  name: "core-only",
  platforms: [.macOS(.v15)],
  products: [.library(name: "CounterModel", type: .dynamic, targets: ["CounterModel"])],
  dependencies: [.package(name: "millrace", path: "../../..", traits: [])],
  targets: [
    .target(
      name: "CounterModel", dependencies: [.product(name: "Millrace", package: "millrace")]),
    .executableTarget(
      name: "Counter",
      dependencies: ["CounterModel", .product(name: "Millrace", package: "millrace")]),
  ]
)
