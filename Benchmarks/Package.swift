// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "millrace-benchmarks",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "millrace-bench", targets: ["MillraceBench"])],
  // The name is given because a folder may be called anything.
  dependencies: [
    .package(name: "millrace", path: "..", traits: ["Combine", "Testing"]),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(name: "BenchKit", swiftSettings: strict),
    .executableTarget(
      name: "MillraceBench",
      dependencies: [
        "BenchKit",
        .product(name: "Millrace", package: "millrace"),
        .product(name: "MillraceCombine", package: "millrace"),
        .product(name: "MillraceTesting", package: "millrace"),
        .product(
          name: "OpenCombine", package: "OpenCombine",
          condition: .when(platforms: [.linux, .android, .windows])),
      ],
      swiftSettings: strict),
    .testTarget(name: "BenchKitTests", dependencies: ["BenchKit"], swiftSettings: strict),
    .testTarget(
      name: "MillraceBenchTests", dependencies: ["MillraceBench", "BenchKit"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
