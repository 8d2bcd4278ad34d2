// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// Fetches: swift-asn1 swift-async-algorithms swift-atomics swift-collections swift-crypto
// Fetches: swift-distributed-tracing swift-log swift-metrics swift-nio
// Fetches: swift-service-lifecycle swift-system

import PackageDescription

// A server with a page that shows its stores.
let package = Package(
  name: "monitored",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "../../..", traits: ["Web"])],
  targets: [
    .target(
      name: "App",
      dependencies: [
        .product(name: "Millrace", package: "millrace"),
        .product(name: "MillraceMonitor", package: "millrace"),
        .product(name: "MillraceWeb", package: "millrace"),
      ])
  ]
)
