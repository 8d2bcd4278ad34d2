// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

@Suite struct BenchOptionsTests {
  private let names = ["S1a", "S2.n1"]

  private func problem(_ arguments: String...) -> String? {
    do throws(UsageError) {
      _ = try BenchOptions(arguments, names: names)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func noArguments() throws {
    #expect(try BenchOptions([], names: names) == BenchOptions())
  }

  @Test func allArguments() throws {
    let options = try BenchOptions(
      ["--json", "a.json", "--quick", "--plot", "b.svg", "--only", "S1a,S2.n1", "--child", "ours"],
      names: names)
    var expected = BenchOptions()
    expected.isQuick = true
    expected.json = "a.json"
    expected.plot = "b.svg"
    expected.only = ["S1a", "S2.n1"]
    expected.child = "ours"
    #expect(options == expected)
  }

  @Test func theRowsOfABuildAreThereWithItsOption() throws {
    let options = try BenchOptions(["--only", "B1", "--build"], names: names, builds: ["B1"])
    #expect(options.isBuild)
    #expect(options.only == ["B1"])
    #expect(problem("--only", "B1") != nil)
    #expect(problem("--build", "--only", "S1a") != nil)
  }

  @Test func rowsAddUp() throws {
    let options = try BenchOptions(["--only", "S1a", "--only", "S2.n1"], names: names)
    #expect(options.only == ["S1a", "S2.n1"])
  }

  @Test func whatIsWrongIsSaidWithTheUsage() {
    let usage = "\n" + UsageError.usage
    #expect(problem("--fast") == "There is no option '--fast'." + usage)
    #expect(problem("S1a") == "There is no option 'S1a'." + usage)
    #expect(problem("--json") == "--json needs a value." + usage)
    #expect(problem("--plot", "--quick") == "--plot needs a value." + usage)
    #expect(problem("--only", "") == "--only needs a value." + usage)
    #expect(
      problem("--only", "S1a,S9") == "There is no row 'S9'. The rows are: S1a, S2.n1." + usage)
  }

  @Test func theExitCodeIsThatOfAWrongUsage() {
    #expect(UsageError.exitCode == 64)
  }
}
