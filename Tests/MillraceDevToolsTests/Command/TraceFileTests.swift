// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import MillraceDevTools
import Testing

/// What the command reads, and the lines of its answers.
@Suite struct TraceFileTests {
  private func run(_ arguments: String..., text: String = "") -> TraceCommand.Answer {
    TraceCommand(name: "millrace trace").run(arguments) { _ in text }
  }

  @Test func aFaultOfTheSystemIsSaidInWords() {
    let folder = FileManager.default.temporaryDirectory.path
    let faults = [(folder + "/none", "there is no such file"), (folder, "it is a folder")]
    for (file, words) in faults {
      let error = #expect(throws: TraceCommand.SystemError.self) {
        try TraceCommand.bytes(of: file)
      }
      #expect(error?.description == words)
    }
  }

  @Test func aPipeIsRead() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("text".utf8))
    try pipe.fileHandleForWriting.close()
    let name = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(try TraceCommand.bytes(of: name) == Data("text".utf8))
  }

  @Test func helpAndVersionAreVerbs() {
    #expect(run("help").text.hasPrefix("usage: millrace trace FILE VERB"))
    #expect(run("trace", "help") == run("--help"))
    #expect(run("--version").text == "millrace trace reads and writes traces of version 1")
    #expect(run("--version").code == 0)
    // A file can have the name.
    #expect(run("help", "stores").text.hasPrefix("error: notATrace"))
    for word in ["--json", "--from N", "--limit N", "nothing", "exit code", "compare FILE"] {
      #expect(run("help").text.contains(word))
    }
  }

  @Test func noTextOfATraceIsALineOfTheAnswer() {
    let text = #"""
      {"millrace":"trace","version":1,"state":"S\nactions: 9","action":"A","client":"x\ny"}
      {"number":1,"time":0,"source":"A:1 f\n#2 g","action":{"a\nb":{}},"refused":"r\nled to: #3"}
      """#
    #expect(run("a", "stores", text: text).text.split(separator: "\n").count == 6)
    #expect(run("a", "stores", text: text).text.hasPrefix(#"state: S\u000aactions: 9"#))
    #expect(run("a", "actions", text: text).text.split(separator: "\n").count == 1)
    let shown = run("a", "show", "1", text: text).text
    #expect(shown.contains(#"refused: r\u000aled to: #3"#))
    #expect(shown.split(separator: "\n").count == 7)
    #expect(run("a\nb", "stores", text: "{").text.split(separator: "\n").count == 1)
  }

  @Test func aLineThatIsNotJSONIsNamed() {
    let header = #"{"millrace":"trace","version":1,"state":"S","action":"A"}"#
    let answer = run("a", "stores", text: header + "\n\n{\"number\":")
    #expect(answer.code == 1)
    #expect(answer.text.hasPrefix("error: notJSON: "))
    #expect(answer.text.hasSuffix(" The byte is in line 3."))
  }

  @Test func onlyAReplayIgnoresParts() {
    #expect(run("a", "who", "b", "--ignore", "c").text.contains("'who' does not take --ignore"))
    #expect(run("a", "replay", "--ignore").code == 64)
    #expect(run("a", "replay", "--ignore", "a..b").text.contains("'a..b' is not a path"))
  }
}
