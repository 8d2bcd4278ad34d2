// SPDX-License-Identifier: Apache-2.0

import AnimalsServer
import AnimalsStorage
import Foundation

// animals-server FILE [--port N] [--while-input]
//
// Serves the animals of a file of SQLite on this machine, and prints its address. With
// `--while-input` it ends with its standard input, and so with the program that started it,
// however that ends.
func complain(_ text: String) -> Never {
  FileHandle.standardError.write(Data("animals-server: \(text)\n".utf8))
  exit(1)
}

var arguments = Array(CommandLine.arguments.dropFirst())
var port = 0
if let place = arguments.firstIndex(of: "--port"), place + 1 < arguments.count {
  guard let number = UInt16(arguments[place + 1]) else { complain("--port takes a number") }
  port = Int(number)
  arguments.removeSubrange(place...(place + 1))
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
