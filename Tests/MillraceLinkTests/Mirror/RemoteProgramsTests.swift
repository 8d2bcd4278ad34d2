// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceLink

@MainActor @Suite struct RemoteProgramsTests {
  private let programs = RemotePrograms()

  private func connect(_ run: Int) throws -> ProgramConversation {
    let talk = programs.open(send: { _ in }, close: { _ in })
    let opening = LinkOpening(program: "p", run: "\(run)")
    for part in try LinkText.parts(of: opening) { talk.take(part) }
    return talk
  }

  private var runs: [String] { programs.programs.map(\.opening.run) }

  @Test func theProgramThatHasBeenGoneLongestIsForgotten() throws {
    let talks = try (0...LinkLimits.disconnectedPrograms).map { try connect($0) }
    // The program that connected first disconnects last.
    for talk in talks.reversed() { talk.over() }
    #expect(runs == (0..<LinkLimits.disconnectedPrograms).map { "\($0)" })
  }

  @Test func aProgramThatComesAgainIsNotForgottenMeanwhile() throws {
    let most = LinkLimits.disconnectedPrograms
    let first = try connect(0)
    for run in 1...most { try connect(run).over() }
    // For the monitor, the first connection of this program is still open.
    let second = try connect(0)
    #expect(first.failure == .unexpected("the program has opened another connection"))
    #expect(runs == (0...most).map { "\($0)" })
    #expect(programs.programs.first?.isConnected == true)
    second.over()
    #expect(runs == ["0"] + (2...most).map { "\($0)" })
  }

  @Test func aKnownProgramThatComesAgainIsCounted() throws {
    try connect(0).over()
    var talks = try (1...LinkLimits.programs).map { try connect($0) }
    talks.append(try connect(0))
    #expect(talks.last?.failure == .tooMany("programs", limit: LinkLimits.programs))
    // A connected program replaces its own connection.
    talks.append(try connect(1))
    #expect(talks.last?.failure == nil)
    let connected = programs.programs.count(where: \.isConnected)
    #expect(connected == LinkLimits.programs)
    withExtendedLifetime(talks) {}
  }
}
