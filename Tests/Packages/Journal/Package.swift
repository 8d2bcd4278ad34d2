// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Fetches: grdb.swift

import PackageDescription

// A store with a journal in a file.
let package = Package(
  name: "journal",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "../../..", traits: ["Persistence"])],
  targets: [
    .target(
      name: "App",
      dependencies: [
        .product(name: "Millrace", package: "millrace"),
        .product(name: "MillracePersistence", package: "millrace"),
      ])
  ]
)
