// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import CompilerPluginSupport
import PackageDescription

// `bin/test` sets this variable, which makes warnings errors. Without it they are only warnings,
// also for packages that depend on this one.
let strict: [SwiftSetting] =
  Context.environment["MILLRACE_WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : []

// The settings of a new app in Xcode.
let asInXcode: [SwiftSetting] =
  strict + [
    .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

// True on Apple's systems. There the modules that replace SwiftUI, and all targets that need them,
// are not part of the package; see `leftOut` below.
#if os(Linux)
  let hasSwiftUI = Context.environment["MILLRACE_AS_ON_A_MAC"] == "1"
#else
  let hasSwiftUI = true
#endif

// A product of another package, which is fetched only if the trait is enabled.
func product(_ name: String, of package: String, trait: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: [trait]))
}

// The replacement for Combine on systems without it.
let openCombine: Target.Dependency = .product(
  name: "OpenCombine", package: "OpenCombine",
  condition: .when(platforms: [.linux, .android, .windows], traits: ["Combine"]))

// The products that MillraceWeb needs. Its tests and its benchmark use them too.
let webProducts: [Target.Dependency] = [
  product("NIOConcurrencyHelpers", of: "swift-nio", trait: "Web"),
  product("NIOCore", of: "swift-nio", trait: "Web"),
  product("NIOPosix", of: "swift-nio", trait: "Web"),
  product("NIOHTTP1", of: "swift-nio", trait: "Web"),
  product("NIOWebSocket", of: "swift-nio", trait: "Web"),
  product("ServiceLifecycle", of: "swift-service-lifecycle", trait: "Web"),
  product("Crypto", of: "swift-crypto", trait: "Web"),
  product("Logging", of: "swift-log", trait: "Web"),
  product("Metrics", of: "swift-metrics", trait: "Web"),
  product("Tracing", of: "swift-distributed-tracing", trait: "Web"),
]
// The products with which MillraceLink opens a WebSocket. Apple's systems have WebSockets
// themselves.
let linkProducts: [Target.Dependency] =
  hasSwiftUI
  ? []
  : ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
    product($0, of: "swift-nio", trait: "Web")
  }
let issueReporting = product("IssueReporting", of: "xctest-dynamic-overlay", trait: "Testing")
let issueReportingSupport = product(
  "IssueReportingTestSupport", of: "xctest-dynamic-overlay", trait: "Testing")

let package = Package(
  name: "millrace",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Millrace", targets: ["Millrace"]),
    .library(name: "MillraceMacros", targets: ["MillraceMacros"]),
    .library(name: "MillraceAddress", targets: ["MillraceAddress"]),
    .library(name: "MillraceUI", targets: ["MillraceUI"]),
    .library(name: "MillraceViews", targets: ["MillraceViews"]),
    .library(name: "MillraceWeb", targets: ["MillraceWeb"]),
    .library(name: "MillraceInstrumentation", targets: ["MillraceInstrumentation"]),
    .library(name: "MillraceCombine", targets: ["MillraceCombine"]),
    .library(name: "MillraceDialects", targets: ["MillraceDialects"]),
    .library(name: "MillraceTrace", targets: ["MillraceTrace"]),
    .library(name: "MillraceUndo", targets: ["MillraceUndo"]),
    .library(name: "MillraceDevTools", targets: ["MillraceDevTools"]),
    .library(name: "MillraceLink", targets: ["MillraceLink"]),
    .library(name: "MillracePersistence", targets: ["MillracePersistence"]),
    .library(name: "MillraceMonitor", targets: ["MillraceMonitor"]),
    .library(name: "MillraceTesting", targets: ["MillraceTesting"]),
    .library(name: "MillraceViewTesting", targets: ["MillraceViewTesting"]),
    .executable(name: "animals-server", targets: ["AnimalsProgram"]),
    .executable(name: "gallery", targets: ["Gallery"]),
    .executable(name: "millrace", targets: ["MillraceCommand"]),
  ],
  // A package that only disabled traits need is not fetched. Commands at the root of this
  // repository enable all traits: `swift build --enable-all-traits`.
  traits: [
    .default(enabledTraits: ["Testing"]),
    .trait(name: "Testing", description: "MillraceTesting and MillraceViewTesting"),
    .trait(
      name: "Macros",
      description: "@CasePathable, @Entry and #Preview; requires that swift-syntax is built"),
    .trait(name: "Web", description: "MillraceWeb, on SwiftNIO"),
    .trait(name: "Combine", description: "MillraceCombine, on OpenCombine if there is no Combine"),
    .trait(name: "Persistence", description: "MillracePersistence on SQLite, with GRDB"),
    .trait(
      name: "Instrumentation",
      description: "MillraceInstrumentation, on swift-log, swift-metrics, swift-distributed-tracing"
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    // swift-syntax is not built if the toolchain contains the resolved version as prebuilt modules.
    // The range is wide because another macro package of an app can need an older version.
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "Millrace", swiftSettings: strict),
    .target(
      name: "MillraceMacros",
      dependencies: [
        "Millrace", .target(name: "MillraceMacrosPlugin", condition: .when(traits: ["Macros"])),
      ],
      swiftSettings: strict),
    .macro(
      name: "MillraceMacrosPlugin",
      dependencies: [
        product("SwiftCompilerPlugin", of: "swift-syntax", trait: "Macros"),
        product("SwiftSyntaxMacros", of: "swift-syntax", trait: "Macros"),
      ],
      swiftSettings: strict),
    .target(name: "MillraceAddress", swiftSettings: strict),
    .target(
      name: "MillraceUI",
      dependencies: [
        "Millrace", "MillraceAddress",
        "MillraceViews",
      ],
      swiftSettings: strict),
    .target(
      name: "MillraceViews",
      dependencies: [
        "MillraceAddress",
        .target(name: "MillraceMacrosPlugin", condition: .when(traits: ["Macros"])),
      ],
      swiftSettings: strict),
    .target(
      name: "MillraceWeb",
      dependencies: [
        "MillraceViews",
        .target(name: "CZlib", condition: .when(traits: ["Web"])),
      ] + webProducts,
      swiftSettings: strict),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "MillraceInstrumentation",
      dependencies: [
        "Millrace",
        product("Logging", of: "swift-log", trait: "Instrumentation"),
        product("Metrics", of: "swift-metrics", trait: "Instrumentation"),
        product("Tracing", of: "swift-distributed-tracing", trait: "Instrumentation"),
      ],
      swiftSettings: strict),
    .target(
      name: "MillraceCombine", dependencies: ["Millrace", openCombine], swiftSettings: strict),
    .target(name: "MillraceDialects", dependencies: ["Millrace"], swiftSettings: strict),
    .target(name: "MillraceTrace", dependencies: ["Millrace"], swiftSettings: strict),
    .target(name: "MillraceUndo", dependencies: ["Millrace"], swiftSettings: strict),
    .target(
      name: "MillraceDevTools", dependencies: ["Millrace", "MillraceTrace"], swiftSettings: strict),
    .target(
      name: "MillracePersistence",
      dependencies: [
        "Millrace", "MillraceTrace", product("GRDB", of: "GRDB.swift", trait: "Persistence"),
      ],
      exclude: hasSwiftUI ? [] : ["PrivacyInfo.xcprivacy"],
      // For the App Store: the module reads the attributes of its own files.
      resources: hasSwiftUI ? [.copy("PrivacyInfo.xcprivacy")] : [],
      swiftSettings: strict),
    .target(
      name: "MillraceLink",
      dependencies: ["Millrace", "MillraceTrace", "MillraceDevTools"] + linkProducts,
      swiftSettings: strict),
    .target(
      name: "MillraceMonitor",
      dependencies: [
        "Millrace", "MillraceTrace", "MillraceDevTools", "MillraceLink", "MillraceUI",
        "MillraceViews",
        "MillraceWeb",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "MillraceCommand", dependencies: ["MillraceDevTools"], swiftSettings: strict),
    .target(
      name: "MillraceTesting",
      dependencies: [
        "Millrace", "MillraceTrace",
        product("CustomDump", of: "swift-custom-dump", trait: "Testing"),
        issueReporting,
        issueReportingSupport,
      ],
      swiftSettings: strict),
    .target(
      name: "MillraceViewTesting",
      dependencies: [
        "Millrace", "MillraceViews",
        issueReporting,
        issueReportingSupport,
      ],
      swiftSettings: strict),

    .target(name: "TextData", path: "Samples/Text/TextData", swiftSettings: strict),
    .target(
      name: "AnimalsData",
      dependencies: ["Millrace", "MillraceAddress", "MillraceUndo", "TextData"],
      path: "Samples/Animals/AnimalsData", swiftSettings: strict),
    .target(
      name: "AnimalsStorage",
      dependencies: [
        "AnimalsData", "Millrace", "MillracePersistence",
        product("GRDB", of: "GRDB.swift", trait: "Persistence"),
      ],
      path: "Samples/Animals/AnimalsStorage", swiftSettings: strict),
    .target(
      name: "AnimalsServer",
      dependencies: [
        "AnimalsData",
        product("NIOCore", of: "swift-nio", trait: "Web"),
        product("NIOPosix", of: "swift-nio", trait: "Web"),
        product("NIOHTTP1", of: "swift-nio", trait: "Web"),
      ],
      path: "Samples/Animals/AnimalsServer", swiftSettings: strict),
    .target(
      name: "AnimalsUI",
      dependencies: [
        "AnimalsData", "MillraceUI",
        "MillraceUndo", "MillraceViews",
      ],
      path: "Samples/Animals/AnimalsUI", swiftSettings: strict),
    .executableTarget(
      name: "AnimalsProgram", dependencies: ["AnimalsServer", "AnimalsStorage"],
      path: "Samples/Animals/Program", swiftSettings: strict),
    .target(
      name: "BoardData", dependencies: ["Millrace", "MillraceAddress", "TextData"],
      path: "Samples/Board/BoardData", swiftSettings: strict),
    .target(
      name: "BoardUI",
      dependencies: [
        "BoardData", "MillraceUI",
        "MillraceViews",
      ],
      path: "Samples/Board/BoardUI", swiftSettings: strict),
    .target(
      name: "CounterData", dependencies: ["Millrace"],
      path: "Samples/Counter/CounterData", swiftSettings: strict),
    .target(
      name: "CounterUI",
      dependencies: [
        "CounterData", "MillraceUI",
        "MillraceViews",
      ],
      path: "Samples/Counter/CounterUI", swiftSettings: strict),
    .target(
      name: "CirclesData", dependencies: ["Millrace", "MillraceUndo"],
      path: "Samples/Circles/CirclesData", swiftSettings: strict),
    .target(
      name: "CirclesUI",
      dependencies: [
        "CirclesData", "MillraceUI",
        "MillraceViews",
      ],
      path: "Samples/Circles/CirclesUI", swiftSettings: strict),
    .target(
      name: "PeopleData", dependencies: ["Millrace", "TextData"],
      path: "Samples/People/PeopleData", swiftSettings: strict),
    .target(
      name: "PeopleUI",
      dependencies: [
        "MillraceUI", "PeopleData",
        "MillraceViews",
      ],
      path: "Samples/People/PeopleUI", swiftSettings: strict),
    .target(
      name: "SignUpData", dependencies: ["Millrace", "TextData"],
      path: "Samples/SignUp/SignUpData", swiftSettings: strict),
    .target(
      name: "SignUpUI",
      dependencies: [
        "MillraceUI", "SignUpData",
        "MillraceViews",
      ],
      path: "Samples/SignUp/SignUpUI", swiftSettings: strict),
    .target(
      name: "QuakesData", dependencies: ["Millrace", "TextData"],
      path: "Samples/Quakes/QuakesData", swiftSettings: strict),
    .target(
      name: "QuakesUI",
      dependencies: [
        "MillraceUI", "QuakesData",
        "MillraceViews",
      ],
      path: "Samples/Quakes/QuakesUI", swiftSettings: strict),
    .executableTarget(
      name: "Gallery",
      dependencies: [
        "AnimalsData", "AnimalsStorage", "AnimalsUI",
        "BoardData", "BoardUI", "CirclesData", "CirclesUI", "CounterData", "CounterUI", "Millrace",
        "MillraceMonitor", "MillracePersistence", "MillraceUI", "MillraceViews", "MillraceWeb",
        "PeopleData", "PeopleUI", "QuakesData", "QuakesUI", "SignUpData", "SignUpUI",
      ],
      path: "Samples/Gallery", swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["Millrace", "MillraceTesting"],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "MillraceTests", dependencies: ["Millrace", "MillraceTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceOptimizedTests",
      dependencies: ["Millrace", "MillraceTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceTraceTests",
      dependencies: ["Millrace", "MillraceTesting", "MillraceTrace", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceDevToolsTests",
      dependencies: [
        "Millrace", "MillraceDevTools", "MillraceTesting", "MillraceTrace", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MillracePersistenceTests",
      dependencies: [
        "Millrace", "MillracePersistence", "MillraceTesting", "MillraceTrace", "MillraceUndo",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceLinkTests",
      dependencies: [
        "Millrace", "MillraceDevTools", "MillraceLink", "MillraceTesting", "MillraceTrace",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceMonitorTests",
      dependencies: [
        "Millrace", "MillraceDevTools", "MillraceLink", "MillraceMonitor", "MillraceTesting",
        "MillraceTrace",
        "MillraceViewTesting", "MillraceViews", "MillraceWeb", "TestSupport",
      ] + webProducts,
      swiftSettings: strict),
    .testTarget(
      name: "MillraceUndoTests",
      dependencies: [
        "Millrace", "MillraceTesting", "MillraceTrace", "MillraceUndo", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceDialectsTests",
      dependencies: ["Millrace", "MillraceDialects", "MillraceTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceTestingTests",
      dependencies: [
        "Millrace", "MillraceTesting", "TestSupport",
        issueReporting,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceViewTestingTests",
      dependencies: [
        "Millrace", "MillraceTesting", "MillraceUI", "MillraceViewTesting", "MillraceViews",
        issueReporting,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceMacrosTests",
      dependencies: ["Millrace", "MillraceMacros"], swiftSettings: strict),
    .testTarget(
      name: "MillraceMacrosPluginTests",
      dependencies: [
        .target(name: "MillraceMacrosPlugin", condition: .when(traits: ["Macros"])),
        product("SwiftSyntaxMacrosGenericTestSupport", of: "swift-syntax", trait: "Macros"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceCombineTests",
      dependencies: ["MillraceCombine", "MillraceTesting", openCombine, "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "Millrace", "MillraceCombine", "MillraceDialects", "MillraceTesting", "MillraceUI",
        "MillraceViews", openCombine, "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MillraceAddressTests", dependencies: ["MillraceAddress"], swiftSettings: strict),
    .testTarget(
      name: "MillraceUITests",
      dependencies: ["MillraceUI", "MillraceViews", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "DefaultIsolationTests",
      dependencies: [
        "Millrace", "MillraceTesting", "MillraceUI", "MillraceViewTesting", "MillraceViews",
      ],
      swiftSettings: asInXcode),
    .testTarget(
      name: "MillraceViewsTests", dependencies: ["MillraceViews"], swiftSettings: strict),
    .testTarget(
      name: "MillraceWebTests",
      dependencies: [
        "MillracePersistence", "MillraceViews", "MillraceWeb",
        product("NIOEmbedded", of: "swift-nio", trait: "Web"),
        product("MetricsTestKit", of: "swift-metrics", trait: "Web"),
        product("InMemoryTracing", of: "swift-distributed-tracing", trait: "Web"),
      ] + webProducts,
      swiftSettings: strict),
    .testTarget(
      name: "MillraceInstrumentationTests",
      dependencies: [
        "MillraceDevTools", "MillraceInstrumentation", "MillraceLink", "MillraceTesting",
        "MillraceTrace", "MillraceUI", "TestSupport", issueReporting,
        product("InMemoryLogging", of: "swift-log", trait: "Instrumentation"),
        product("MetricsTestKit", of: "swift-metrics", trait: "Instrumentation"),
        product("InMemoryTracing", of: "swift-distributed-tracing", trait: "Instrumentation"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "WebFixture", dependencies: ["MillraceViews", "MillraceWeb"],
      path: "Tests/WebFixture", swiftSettings: strict),
    .executableTarget(
      name: "SessionFixture",
      dependencies: ["MillracePersistence", "MillraceViews", "MillraceWeb"],
      path: "Tests/SessionFixture", swiftSettings: strict),
    .executableTarget(
      name: "LinkFixture", dependencies: ["Millrace", "MillraceLink"],
      path: "Tests/LinkFixture", swiftSettings: strict),
    .executableTarget(
      name: "JournalFixture", dependencies: ["Millrace", "MillracePersistence"],
      path: "Tests/JournalFixture", swiftSettings: strict),
    .testTarget(
      name: "SampleTests",
      dependencies: [
        "AnimalsData", "AnimalsServer", "AnimalsStorage", "AnimalsUI", "MillracePersistence",
        "BoardData", "BoardUI", "CirclesData", "CirclesUI", "CounterData", "CounterUI",
        "MillraceViews", "MillraceWeb",
        "PeopleData", "PeopleUI", "QuakesData", "QuakesUI",
        "MillraceTesting", "MillraceViewTesting", "SignUpData", "SignUpUI", "TestSupport",
        "TextData",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// The programs of bin/bench, and their tests. They are added only if this variable is set, because
// packages that depend on this one do not need them.
if Context.environment["MILLRACE_BENCHMARKS"] == "1" {
  package.products += [
    .executable(name: "millrace-bench", targets: ["MillraceBench"]),
    .executable(name: "millrace-web-bench", targets: ["WebBench"]),
  ]
  package.targets += [
    .target(name: "BenchKit", path: "Benchmarks/Sources/BenchKit", swiftSettings: strict),
    .executableTarget(
      name: "MillraceBench",
      dependencies: [
        "BenchKit", "Millrace", "MillraceCombine", "MillraceDevTools", "MillraceLink",
        "MillraceMonitor", "MillracePersistence", "MillraceTesting", "MillraceTrace",
        "MillraceUndo", "MillraceWeb", openCombine,
        product("Logging", of: "swift-log", trait: "Web"),
      ],
      path: "Benchmarks/Sources/MillraceBench", swiftSettings: strict),
    .executableTarget(
      name: "WebBench",
      dependencies: [
        "BenchKit", "Millrace", "MillraceUI", "MillraceViews", "MillraceWeb",
      ] + webProducts,
      path: "Benchmarks/Sources/WebBench", swiftSettings: strict),
    .testTarget(
      name: "BenchKitTests", dependencies: ["BenchKit"], path: "Benchmarks/Tests/BenchKitTests",
      swiftSettings: strict),
    .testTarget(
      name: "MillraceBenchTests", dependencies: ["MillraceBench", "BenchKit"],
      path: "Benchmarks/Tests/MillraceBenchTests", swiftSettings: strict),
  ]
}

// On a system with SwiftUI, MillraceUI and the samples use SwiftUI. The targets that replace
// SwiftUI, and those that need them, are removed.
if hasSwiftUI {
  let leftOut: Set = [
    "MillraceMonitor", "MillraceMonitorTests", "MillraceViews", "MillraceViewTesting",
    "MillraceWeb", "CZlib", "Gallery", "WebFixture", "SessionFixture",
    "AnimalsServer", "AnimalsProgram", "WebBench",
    "ConformanceTests", "DefaultIsolationTests", "MillraceUITests", "MillraceViewTestingTests",
    "MillraceViewsTests",
    "MillraceWebTests", "SampleTests",
  ]
  package.targets.removeAll { leftOut.contains($0.name) }
  package.products.removeAll {
    leftOut.contains($0.name)
      || ["animals-server", "gallery", "millrace-web-bench"].contains($0.name)
  }
  package.dependencies.removeAll {
    if case .sourceControl(_, let location, _) = $0.kind {
      ["swift-nio", "swift-crypto", "swift-service-lifecycle"].contains {
        location.hasSuffix($0)
      }
    } else {
      false
    }
  }
  for target in package.targets {
    target.dependencies.removeAll {
      if case .byNameItem(let name, _) = $0 { leftOut.contains(name) } else { false }
    }
  }
  package.products.append(.executable(name: "samples-app", targets: ["SamplesApp"]))
  package.targets.append(
    .executableTarget(
      name: "SamplesApp",
      dependencies: [
        "AnimalsData", "AnimalsUI",
        "BoardData", "BoardUI", "CirclesData", "CirclesUI", "CounterData", "CounterUI", "Millrace",
        "MillraceUI", "PeopleData", "PeopleUI",
        "QuakesData", "QuakesUI", "SignUpData", "SignUpUI",
      ],
      path: "Samples/App", swiftSettings: strict))
}

// If the tests of the compiler plugin were built with the other tests, SwiftPM would build all
// tests and their dependencies a second time, for the plugin. Therefore a variable reduces the
// package to these tests. Another variable reduces it to the tests that `bin/test` also runs in
// release.
let macrosTests: Set = ["MillraceMacrosPlugin", "MillraceMacrosPluginTests"]
let coreTests: Set = [
  "Millrace", "MillraceDevTools", "MillraceLink", "MillracePersistence", "MillraceTesting",
  "MillraceTrace", "MillraceUndo", "TestSupport", "MillraceDevToolsTests", "MillraceLinkTests",
  "MillraceOptimizedTests", "MillracePersistenceTests", "MillraceTests", "MillraceTraceTests",
  "MillraceUndoTests",
]
let kept: Set<String> =
  if Context.environment["MILLRACE_CORE_ONLY"] == "1" {
    coreTests
  } else if Context.environment["MILLRACE_MACROS_ONLY"] == "1" {
    macrosTests
  } else {
    Set(package.targets.map(\.name)).subtracting(["MillraceMacrosPluginTests"])
  }
package.targets.removeAll { !kept.contains($0.name) }
// In release the modules are optimized, and so is MillraceOptimizedTests. It contains the laws and
// the tests of tables and effects, whose code is specialized in the module that uses it. The other
// tests are not optimized: they run the optimized modules without specialization, like code whose
// types the optimizer does not know. To optimize them too would take twice as long.
//
// The compiler compiles an optimized module as a whole, on one core, and prints nothing until it
// has finished. With these flags it compiles the files of the tests in batches. Packages with such
// flags cannot be dependencies, so the flags are set only with this variable.
if kept == coreTests {
  for target in package.targets where target.type == .test {
    let optimization = target.name == "MillraceOptimizedTests" ? "-O" : "-Onone"
    target.swiftSettings?.append(
      .unsafeFlags(
        [
          optimization, "-no-whole-module-optimization", "-enable-batch-mode",
          "-driver-batch-size-limit", "25",
        ],
        .when(configuration: .release)))
  }
}
// `bin/test` sets this variable for its debug build, which then also checks the accesses that are
// marked `@exclusivity(unchecked)`; see bin/support/exclusivity.py.
if Context.environment["MILLRACE_EXCLUSIVITY"] == "1" {
  let overlay = "\(Context.packageDirectory)/.build/exclusivity/overlay.yaml"
  for target in package.targets where target.type == .regular {
    target.swiftSettings?.append(
      .unsafeFlags(["-vfsoverlay", overlay], .when(configuration: .debug)))
  }
}
let programs = [
  "animals-server": "AnimalsProgram", "gallery": "Gallery", "millrace": "MillraceCommand",
  "millrace-bench": "MillraceBench", "millrace-web-bench": "WebBench",
]
package.products.removeAll { !kept.contains(programs[$0.name] ?? $0.name) }
