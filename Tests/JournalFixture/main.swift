// SPDX-License-Identifier: Apache-2.0

// The program that Tests/Attack/journal.py kills while it writes, and whose files it damages.
//
//   JournalFixture run FOLDER SEED       recovers, checks the state, then acts until it is killed
//   JournalFixture hold FOLDER           opens the journal and keeps it until it is killed
//   JournalFixture flips FOLDER STEP     one flipped bit at each STEPth position of all files
//   JournalFixture tails FOLDER STEP     the write-ahead file at each STEPth length
//   JournalFixture power FOLDER STEP SEED PARTS
//                                        each STEPth sync fails or lies, and then the power is
//                                        lost, or PARTS times in the sync, by a seed
//   JournalFixture limit FOLDER BYTES    no file may grow beyond BYTES, and then it may again
//   JournalFixture full FOLDER BYTES     BYTES of the disk are taken, and then they are free
//   JournalFixture start FOLDER BYTES    the same before there is a journal

#if Persistence
  import Foundation
  import MillracePersistence

  let arguments = CommandLine.arguments
  guard arguments.count > 2 else {
    fatalError("Usage: run|hold|flips|tails|power|limit|full|start FOLDER [NUMBER...]")
  }
  let folder = URL(fileURLWithPath: arguments[2])
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let numbers = arguments.dropFirst(3).map { UInt64($0) ?? 1 }
  let number = numbers.first ?? 1

  do {
    switch arguments[1] {
    case "run": try await run(folder, seed: number)
    case "hold": try await hold(folder)
    case "flips": try await flips(folder, step: Int(number))
    case "tails": try await tails(folder, step: Int(number))
    #if os(Linux)
      case "power":
        try await losePower(
          folder, step: Int(number), seed: numbers.count > 1 ? numbers[1] : 1,
          parts: numbers.count > 2 ? Int(numbers[2]) : 1)
    #endif
    case "limit": try await limitFiles(folder, bytes: number)
    case "full": try await fillSmallDisk(folder, bytes: number)
    case "start": try await startOnFullDisk(folder, bytes: number)
    default: fatalError("There is no '\(arguments[1])'.")
    }
  } catch {
    say("error \(error)")
    exit(2)
  }
#else
  fatalError("JournalFixture needs the package trait Persistence.")
#endif
