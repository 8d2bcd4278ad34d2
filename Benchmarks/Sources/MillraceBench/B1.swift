// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Foundation

/// The cost of building an app with the core: processor time and size.
///
/// The baseline is an app that prints one number.
///
/// Both apps are new packages, and each build is a clean build, as after a clone. So the manifests
/// are compiled too.
@MainActor
enum B1 {
  static let scenarios: [Scenario] = [
    seconds("B1.debug", "cold build of a counter, debug", .debug),
    seconds("B1.release", "cold build of a counter, release", .release),
    size("B1.binary", "the stripped release program of the counter", \.program),
    size("B1.text", "the code in this program", \.text),
  ]

  private static func seconds(
    _ name: String, _ operation: String, _ configuration: AppPackage.Configuration
  ) -> Scenario {
    Scenario(name: name) { _ in
      let empty = try build(.empty, configuration)
      let counter = try build(.counter, configuration)
      return Row(
        name: name, operation: operation, value: counter.seconds, unit: "s",
        ratio: counter.seconds / empty.seconds)
    }
  }

  private static func size(
    _ name: String, _ operation: String, _ part: KeyPath<BuiltApp, Double>
  ) -> Scenario {
    Scenario(name: name) { _ in
      let empty = try built[.empty] ?? build(.empty, .release)
      let counter = try built[.counter] ?? build(.counter, .release)
      return Row(
        name: name, operation: operation, value: counter[keyPath: part] / 1000, unit: "kB",
        ratio: counter[keyPath: part] / empty[keyPath: part])
    }
  }

  /// The last release build of each app.
  ///
  /// All release builds of an app have the same sizes.
  private static var built: [AppPackage: BuiltApp] = [:]

  private static func build(
    _ app: AppPackage, _ configuration: AppPackage.Configuration
  ) throws -> BuiltApp {
    let result = try app.build(configuration)
    if configuration == .release { built[app] = result }
    return result
  }
}

/// An app in its own package.
enum AppPackage: String {
  case empty
  case counter

  enum Configuration: String {
    case debug
    case release
  }

  private var manifest: String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let package = ".package(name: \"millrace\", path: \(root.path.debugDescription), traits: [])"
    let product = ".product(name: \"Millrace\", package: \"millrace\")"
    return """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "app", platforms: [.macOS(.v15)],
        dependencies: [\(self == .empty ? "" : package)],
        targets: [
          .executableTarget(name: "App", dependencies: [\(self == .empty ? "" : product)])
        ])
      """
  }

  private var source: String {
    switch self {
    case .empty: "print(1)"
    case .counter:
      """
      import Millrace

      struct CounterState: Equatable, Sendable {
        var count = 0
      }

      enum CounterAction: Equatable, Sendable {
        case increment
        case decrement
      }

      let counter = Feature<CounterState, CounterAction> { state, action in
        switch action {
        case .increment: state.count += 1
        case .decrement: state.count -= 1
        }
        return .none
      }

      let store = Store(initialState: CounterState(), feature: counter)
      let subscription = store.subscribe(to: \\.count) { print($0) }
      store.dispatch(.increment)
      """
    }
  }

  /// Builds the app from nothing, measures the build and the program, and checks that the app runs.
  ///
  /// - Throws: ``BuildFailure`` if a command fails or the app does not print 1.
  func build(_ configuration: Configuration) throws -> BuiltApp {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "millrace-build-\(ProcessInfo.processInfo.processIdentifier)")
    let sources = folder.appending(path: "Sources/App")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
    try Data(source.utf8).write(to: sources.appending(path: "main.swift"))
    let before = BuiltApp.secondsOfChildren
    try Self.run(
      "swift", "build", "-c", configuration.rawValue, "--package-path", folder.path,
      "--manifest-cache", "none")
    let seconds = BuiltApp.secondsOfChildren - before
    let program = folder.appending(path: ".build/\(configuration.rawValue)/App").path
    let output = try Self.run(program)
    guard output == "1\n" else { throw BuildFailure(command: "the \(self) app", output: output) }
    guard configuration == .release else {
      return BuiltApp(seconds: seconds, program: .nan, text: .nan)
    }
    try Self.run("strip", program)
    let attributes = try FileManager.default.attributesOfItem(atPath: program)
    #if os(Linux)
      let sections = try Self.run("size", "-A", "-d", program)
      let text = sections.firstMatch(of: /\.text +(\d+)/)
    #else
      let sections = try Self.run("size", "-m", program)
      let text = sections.firstMatch(of: /Section __text: (\d+)/)
    #endif
    return BuiltApp(
      seconds: seconds, program: (attributes[.size] as? NSNumber)?.doubleValue ?? .nan,
      text: text.flatMap { Double($0.1) } ?? .nan)
  }

  /// Runs a command without the environment variables of Millrace, such as the one that makes
  /// warnings errors.
  ///
  /// - Returns: The output of the command.
  @discardableResult
  private static func run(_ command: String...) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("MILLRACE_")
    }
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let output = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw BuildFailure(command: command.joined(separator: " "), output: output)
    }
    return output
  }
}

/// The results of a build.
struct BuiltApp {
  /// The processor time of the compiler, the linker and the package manager, in seconds.
  let seconds: Double
  /// The size of the stripped program in bytes.
  let program: Double
  /// The size of the program's code in bytes.
  let text: Double

  /// The processor time of all ended child processes of this process, in seconds.
  static var secondsOfChildren: Double {
    var usage = rusage()
    // The value of RUSAGE_CHILDREN, whose type differs between systems.
    getrusage(-1, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }
}

/// The build of an app failed, or the app printed the wrong output.
struct BuildFailure: Error, CustomStringConvertible {
  let command: String
  let output: String

  var description: String {
    "Nothing was measured: \(command) failed, or did not print what was expected. \(output)"
  }
}
