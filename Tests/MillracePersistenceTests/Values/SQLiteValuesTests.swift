// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
  import MillracePersistence
  import Testing

  struct SQLiteValuesTests {
    @Test func valuesAreThereWhenTheFileIsOpenedAgain() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let values = try SQLiteValues(at: url)
      for number in 0..<50 {
        try await values.keep(Data("cart \(number)".utf8), named: "cart", of: "person\(number)")
        try await values.keep(Data("old".utf8), named: "theme", of: "person\(number)")
      }
      try await values.keep(Data("new".utf8), named: "theme", of: "person7")
      try await values.forget("person8")
      try values.close()

      let again = try SQLiteValues(at: url)
      await #expect(throws: JournalError.self) {
        try await values.keep(Data(), named: "cart", of: "person7")
      }
      #expect(try await again.value(named: "cart", of: "person7") == Data("cart 7".utf8))
      #expect(try await again.value(named: "theme", of: "person7") == Data("new".utf8))
      #expect(try await again.value(named: "cart", of: "person8") == nil)
      #expect(try await again.value(named: "theme", of: "person8") == nil)
      #expect(try await again.value(named: "cart", of: "stranger") == nil)
    }

    @Test func secondWriterIsRefused() throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let first = try SQLiteValues(at: url)
      let error = #expect(throws: JournalError.self) { _ = try SQLiteValues(at: url) }
      guard case .held? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      withExtendedLifetime(first) {}
    }

    @Test func fileThatIsNoneOfOursIsATypedErrorAndStays() throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let bytes = Data(repeating: 0x41, count: 5_000)
      try bytes.write(to: url)
      #expect(throws: JournalError.self) { _ = try SQLiteValues(at: url) }
      #expect(try Data(contentsOf: url) == bytes)
    }
  }
#endif
