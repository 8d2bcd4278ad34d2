// SPDX-License-Identifier: Apache-2.0

#if !canImport(ObjectiveC)
  import Millrace
  import MillraceTesting
  import TestSupport
  import XCTest

  /// A failure also fails a test of XCTest, at the line of the step.
  final class XCTestFailureTests: XCTestCase {
    private nonisolated(unsafe) var failures: [(text: String, file: String, line: Int)]?

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      guard failures == nil else {
        failures?.append((description, filePath, lineNumber))
        return
      }
      super.recordFailure(
        withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }

    @MainActor
    func testAFailureFailsATestOfXCTest() async {
      let store = TestStore(initialState: Ledger(), reducer: .ledger)
      failures = []
      await store.send(.add(1))
      let line = #line - 1
      let found = failures ?? []
      failures = nil
      XCTAssertEqual(found.count, 1)
      XCTAssertTrue(
        found.first?.text.contains("Expected `LedgerAction.add(1)` to change nothing") == true,
        "\(found)")
      XCTAssertEqual(found.first?.line, line)
      XCTAssertEqual(found.first?.file, "\(#filePath)")
    }
  }
#endif
