// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "millrace-benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "millrace-bench", targets: ["MillraceBench"]),
    .executable(name: "millrace-web-bench", targets: ["WebBench"]),
  ],
  // The name is given because a folder may be called anything.
  dependencies: [
    .package(name: "millrace", path: "..", traits: ["Combine", "Persistence", "Testing", "Web"]),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .target(name: "BenchKit", swiftSettings: strict),
    .executableTarget(
      name: "MillraceBench",
      dependencies: [
        "BenchKit",
        .product(name: "Millrace", package: "millrace"),
        .product(name: "MillraceCombine", package: "millrace"),
        .product(name: "MillraceDevTools", package: "millrace"),
        .product(name: "MillraceLink", package: "millrace"),
        .product(name: "MillracePersistence", package: "millrace"),
        .product(name: "MillraceMonitor", package: "millrace"),
        .product(name: "MillraceTesting", package: "millrace"),
        .product(name: "MillraceTrace", package: "millrace"),
        .product(name: "MillraceUndo", package: "millrace"),
        .product(name: "MillraceWeb", package: "millrace"),
        .product(
          name: "OpenCombine", package: "OpenCombine",
          condition: .when(platforms: [.linux, .android, .windows])),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "WebBench",
      dependencies: [
        "BenchKit",
        .product(name: "Millrace", package: "millrace"),
        .product(name: "MillraceUI", package: "millrace"),
        .product(name: "MillraceViews", package: "millrace"),
        .product(name: "MillraceWeb", package: "millrace"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(name: "BenchKitTests", dependencies: ["BenchKit"], swiftSettings: strict),
    .testTarget(
      name: "MillraceBenchTests", dependencies: ["MillraceBench", "BenchKit"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
