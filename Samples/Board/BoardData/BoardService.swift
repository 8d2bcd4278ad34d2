// SPDX-License-Identifier: Apache-2.0

/// What a person's desk asks of the server.
///
/// The cards themselves need no request: all desks of one program share the store of a board.
public struct BoardService: Sendable {
  /// Checks a password, and returns the name of the person as the server writes it.
  public typealias LogIn =
    @Sendable (
      _ name: String, _ password: String, _ connection: Connection
    ) async throws(LogInProblem) -> String
  /// Makes a change, and returns when it has been saved.
  public typealias Save =
    @Sendable (_ change: CardChange, _ connection: Connection) async throws(SaveProblem) -> Void

  let logIn: LogIn
  let save: Save
  let logOut: @Sendable () async -> Void

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - logIn: Checks a password.
  ///   - save: Makes a change.
  ///   - logOut: Runs after a person has logged out.
  public init(
    logIn: @escaping LogIn, save: @escaping Save, logOut: @escaping @Sendable () async -> Void = {}
  ) {
    self.logIn = logIn
    self.save = save
    self.logOut = logOut
  }

  /// The service of a person whose session gets a new id at the log-in, and ends at the log-out.
  ///
  /// - Parameters:
  ///   - renew: Runs when the password is right, before the desk hears of it; if it throws, the
  ///     person is not logged in.
  ///   - end: Runs after the log-out.
  /// - Returns: The service.
  public func inSession(
    renew: @escaping @Sendable () async throws -> Void, end: @escaping @Sendable () async -> Void
  ) -> BoardService {
    BoardService { [logIn] name, password, connection throws(LogInProblem) in
      let person = try await logIn(name, password, connection)
      do { try await renew() } catch { throw .noAnswer }
      return person
    } save: { [save] change, connection throws(SaveProblem) in
      try await save(change, connection)
    } logOut: {
      await end()
    }
  }
}

/// How bad the connection of one person is; the page has a switch for each.
///
/// A service that is real would have no use for it.
public struct Connection: Equatable, Codable, Sendable {
  /// Whether an answer takes seconds.
  public var isSlow = false
  /// Whether every other request gets no answer, beginning with the first.
  public var isFailing = false

  /// Creates a connection; without arguments it is a good one.
  public init(isSlow: Bool = false, isFailing: Bool = false) {
    self.isSlow = isSlow
    self.isFailing = isFailing
  }
}

/// Why a person could not log in.
public enum LogInProblem: Error, Equatable, Codable, Sendable {
  /// There is no person of that name with that password.
  case wrong
  /// The server did not answer.
  case noAnswer

  /// What happened, and what can be done.
  public var message: String {
    switch self {
    case .wrong: "The name or the password is wrong. Check both, then try again."
    case .noAnswer: "The server did not answer. Try again."
    }
  }
}
