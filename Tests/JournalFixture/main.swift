// SPDX-License-Identifier: Apache-2.0

// What Tests/Attack/journal.py kills, cuts and garbles.
//
//   JournalFixture run FOLDER SEED       recovers, checks the state, then acts until it is killed
//   JournalFixture hold FOLDER           takes the journal and keeps it
//   JournalFixture flips FOLDER STEP     one flipped bit at each STEPth position of all files
//   JournalFixture tails FOLDER STEP     the write-ahead file at each STEPth length
//   JournalFixture full FOLDER BYTES     a disk on which files have so much room, and then more

#if Persistence
  import Foundation
  import MillracePersistence

  let arguments = CommandLine.arguments
  guard arguments.count > 2 else { fatalError("See main.swift for what it takes.") }
  let folder = URL(fileURLWithPath: arguments[2])
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let number = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1

  do {
    switch arguments[1] {
    case "run": try await run(folder, seed: number)
    case "hold": try await hold(folder)
    case "flips": try await flips(folder, step: Int(number))
    case "tails": try await tails(folder, step: Int(number))
    case "full": try await fillDisk(folder, bytes: number)
    default: fatalError("There is no '\(arguments[1])'.")
    }
  } catch {
    say("error \(error)")
    exit(2)
  }
#else
  fatalError("It needs the package trait Persistence.")
#endif
