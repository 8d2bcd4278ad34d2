// SPDX-License-Identifier: Apache-2.0

/// The requests of a person's desk to the server.
///
/// There is no request for the cards: all desks of the program share the store of a board.
public struct BoardService: Sendable {
  /// Checks a password, and returns the name of the person in the spelling of the server.
  public typealias LogIn =
    @Sendable (
      _ name: String, _ password: String, _ connection: Connection
    ) async throws(LogInProblem) -> String
  /// Makes a change, and returns when the change has been saved.
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

  /// Returns a service that renews the session of the person at the log-in and ends it at the
  /// log-out.
  ///
  /// - Parameters:
  ///   - renew: Renews the session's cookie. It runs after the password was checked, and before the
  ///     desk gets the result. If it throws, the person is not logged in.
  ///   - end: Ends the session. It runs after the log-out.
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

/// The simulated faults of one person's connection.
///
/// The page has a switch for each fault. A real service would ignore this value.
public struct Connection: Equatable, Codable, Sendable {
  /// Whether an answer takes seconds.
  public var isSlow = false
  /// Whether the first request and then every second one get no answer.
  public var isFailing = false

  /// Creates a connection.
  ///
  /// The default is a connection without faults.
  public init(isSlow: Bool = false, isFailing: Bool = false) {
    self.isSlow = isSlow
    self.isFailing = isFailing
  }
}

/// The reason why a person could not log in.
public enum LogInProblem: Error, Equatable, Codable, Sendable {
  /// The name or the password is wrong.
  case wrong
  /// The server did not answer.
  case noAnswer

  /// Describes what happened and what to do.
  public var message: String {
    switch self {
    case .wrong: "The name or the password is wrong. Check both, then try again."
    case .noAnswer: "The server did not answer. Try again."
    }
  }
}
