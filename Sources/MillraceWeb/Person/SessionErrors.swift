// SPDX-License-Identifier: Apache-2.0

/// The error of a name that an application must not use, because it begins with `millrace-`.
public struct SessionNameError: Error, Equatable, CustomStringConvertible {
  /// The name.
  public let name: String

  /// One sentence: what happened and what to do.
  public var description: String {
    "'\(name.oneLine)' is reserved, because it begins with '\(CookieMarks.reserved)'; "
      + "choose another name."
  }
}

/// The reason why the cookie of a session was not renewed.
public enum SessionRenewalError: Error, Equatable, CustomStringConvertible {
  /// The session has ended.
  case hasEnded
  /// The work of no page has called `renew()`, or the response is already made; no browser can get
  /// the cookie.
  case noPage
  /// The browser has not fetched the cookie in time, or has not sent it back.
  case noAnswer
  /// Another page, or another browser, has renewed the cookie first.
  case replaced

  /// One sentence: what happened and what to do.
  public var description: String {
    switch self {
    case .hasEnded: "The session has ended; use the session of the next request."
    case .noPage:
      "No page's work has called renew(); call it in a page's closure or in what an event of a "
        + "page has started, not in a detached task and not after the page's answer."
    case .noAnswer:
      "The browser has not sent the new cookie back; let the person log in again."
    case .replaced:
      "Another page has renewed the session first; let the person log in again."
    }
  }
}

/// The reason why a change of a session is not stored.
public enum SessionWriteError: Error, Equatable, CustomStringConvertible {
  /// The session has ended, and its changes are not stored.
  case hasEnded
  /// The storage has failed, and `reason` is its error; the write is tried again.
  case notWritten(name: String, reason: String)
  /// The state cannot be encoded.
  case notEncoded(name: String, reason: String)
  /// All values of the session would have more bytes than `WebLimits.keptBytes`; the previous value
  /// stays stored.
  case tooLarge(name: String, bytes: Int, limit: Int)

  /// What happened, and in most cases what to do.
  public var description: String {
    switch self {
    case .hasEnded: "The session has ended; use the session of the next request."
    case .notWritten(let name, let reason):
      "'\(name.oneLine)' could not be kept and is tried again: \(reason)"
    case .notEncoded(let name, let reason):
      "'\(name.oneLine)' cannot be encoded: \(reason) Keep a state that JSON can hold."
    case .tooLarge(let name, let bytes, let limit):
      "'\(name.oneLine)' is not stored: the values of the session would have \(bytes) bytes, and "
        + "the limit is \(limit). Store less, or raise WebLimits.keptBytes."
    }
  }
}
