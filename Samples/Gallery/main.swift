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
// A folder with the feeds of earthquakes, or the address of such a folder on a web server.
let feed = environment["QUAKES_FEED"].map { QuakeFeed(at: $0) } ?? .usgs
// Boards are saved in the folder BOARD_FOLDER. The sessions of persons, with their desks and
// drafts, are saved there too, or else in ANIMALS_FOLDER. After a restart a session is found only
// if GALLERY_SESSION_KEY is the same.
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
  try? FileHandle.standardError.write(contentsOf: Data("Gallery: \(error)\n".utf8))
  exit(1)
}
// The folder of the animals' journal and of the server's file. Without ANIMALS_FOLDER it is a
// temporary folder, which is removed when this program ends.
let animalsFolder =
  environment["ANIMALS_FOLDER"].map { URL(fileURLWithPath: $0) }
  ?? FileManager.default.temporaryDirectory
  .appendingPathComponent("millrace-animals-\(UUID().uuidString)")
// The address of a server of animals that another program runs, such as http://127.0.0.1:8080.
// Without ANIMALS_SERVER this program runs one.
let animals = AnimalsHost(
  folder: animalsFolder, server: environment["ANIMALS_SERVER"].flatMap { URL(string: $0) })
// The monitor. A browser needs its token. Without GALLERY_MONITOR_TOKEN each run has a new one.
let monitor: Monitor
let samples: Samples
do {
  monitor = try Monitor(token: environment["GALLERY_MONITOR_TOKEN"])
  samples = try Samples(feed: feed, archive: archive, animals: animals, monitor: monitor)
} catch {
  try? FileHandle.standardError.write(contentsOf: Data("Gallery: \(error)\n".utf8))
  exit(1)
}
let program = WebProgram(
  name: "Gallery", pages: samples.pages, options: options,
  print: { line in
    var text = line + "\n"
    if let address = line.split(separator: " ").last, address.hasPrefix("http") {
      text += "Monitor: \(monitor.address(on: String(address)))\n"
    }
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  })
let code = await program.run(Array(CommandLine.arguments.dropFirst()))
await animals.close()
if environment["ANIMALS_FOLDER"] == nil { try? FileManager.default.removeItem(at: animalsFolder) }
exit(code)
