// SPDX-License-Identifier: Apache-2.0

import AnimalsServer
import AnimalsStorage
import Foundation

// animals-server FILE [--port N] [--while-input]
//
// Serves the animals of an SQLite file on this machine, and prints the address of the server. With
// `--while-input` it exits when its standard input ends. So it exits with the program that started
// it, even if that program crashes.
func complain(_ text: String) -> Never {
  FileHandle.standardError.write(Data("animals-server: \(text)\n".utf8))
  exit(1)
}

var arguments = Array(CommandLine.arguments.dropFirst())
var port = 0
if let index = arguments.firstIndex(of: "--port"), index + 1 < arguments.count {
  guard let number = UInt16(arguments[index + 1]) else {
    complain("--port needs a number from 0 to 65535")
  }
  port = Int(number)
  arguments.removeSubrange(index...(index + 1))
}
let endsWithInput = arguments.contains("--while-input")
arguments.removeAll { $0 == "--while-input" }
guard arguments.count == 1, !arguments[0].hasPrefix("-") else {
  complain("usage: animals-server FILE [--port N] [--while-input]")
}

#if Web && Persistence
  do {
    let animals = try AnimalsDatabase(at: URL(fileURLWithPath: arguments[0]))
    let server = try await AnimalsServer(animals, host: "127.0.0.1", port: port)
    FileHandle.standardOutput.write(Data("animals-server: \(server.address)\n".utf8))
    if endsWithInput {
      Thread.detachNewThread {
        while !FileHandle.standardInput.availableData.isEmpty {}
        exit(0)
      }
    }
    while true { try await Task.sleep(for: .seconds(3600)) }
  } catch {
    complain("\(error)")
  }
#else
  complain("it needs the package traits Web and Persistence: swift build --enable-all-traits")
#endif
