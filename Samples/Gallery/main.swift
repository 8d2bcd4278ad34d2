// SPDX-License-Identifier: Apache-2.0

import BoardData
import Foundation
import MillraceMonitor
import MillraceWeb
import QuakesData

#if Persistence
  import MillracePersistence

  extension SQLiteValues: SessionStorage {}
#endif

let environment = ProcessInfo.processInfo.environment
// A folder, or the address of one, that holds the feeds of earthquakes.
let feed = environment["QUAKES_FEED"].map { QuakeFeed(at: $0) } ?? .usgs
// A folder in which boards are kept while the program does not run. What belongs to a person, such
// as a desk and what is typed, is kept there too, or with the animals; a person comes back with the
// same key only.
var archive: BoardArchive?
var options = WebOptions()
do {
  options.sessionKey = try SessionKey(environment: "GALLERY_SESSION_KEY")
  let boards = environment["BOARD_FOLDER"].map { URL(fileURLWithPath: $0) }
  archive = boards.map { BoardArchive(folder: $0) }
  if let folder = boards ?? environment["ANIMALS_FOLDER"].map({ URL(fileURLWithPath: $0) }) {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #if Persistence
      options.sessionStorage = try SQLiteValues(at: folder.appendingPathComponent("desks.sqlite"))
    #else
      options.sessionStorage = try FolderSessionStorage(folder.appendingPathComponent("sessions"))
    #endif
  }
} catch {
  FileHandle.standardError.write(Data("Gallery: \(error)\n".utf8))
  exit(1)
}
// A folder in which the animals, and those of their server, are kept; without it, until this ends.
let animalsFolder =
  environment["ANIMALS_FOLDER"].map { URL(fileURLWithPath: $0) }
  ?? FileManager.default.temporaryDirectory
  .appendingPathComponent("millrace-animals-\(UUID().uuidString)")
let animals = AnimalsHost(folder: animalsFolder)
// What a browser must know to see the stores at work; without it a new one for each run.
let monitor: Monitor
let samples: Samples
do {
  monitor = try Monitor(token: environment["GALLERY_MONITOR_TOKEN"])
  samples = try Samples(feed: feed, archive: archive, animals: animals, monitor: monitor)
} catch {
  FileHandle.standardError.write(Data("Gallery: \(error)\n".utf8))
  exit(1)
}
let program = WebProgram(
  name: "Gallery", pages: samples.pages, options: options,
  print: { line in
    var text = line + "\n"
    if let address = line.split(separator: " ").last, address.hasPrefix("http") {
      text += "Monitor: \(monitor.address(on: String(address)))\n"
    }
    FileHandle.standardOutput.write(Data(text.utf8))
  })
let code = await program.run(Array(CommandLine.arguments.dropFirst()))
await animals.close()
if environment["ANIMALS_FOLDER"] == nil { try? FileManager.default.removeItem(at: animalsFolder) }
exit(code)
