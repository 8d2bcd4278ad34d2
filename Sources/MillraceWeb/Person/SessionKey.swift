// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The key that signs the cookie of a person's session.
///
/// A cookie that was not signed with it, or too long ago, is ignored before anything is looked up.
/// Servers that share persons share the key; a new key ends all sessions.
public struct SessionKey: Sendable {
  private let key: SymmetricKey
  /// Whether it was made now, so that no other process has it.
  let isOfThisProcess: Bool

  /// A key that is made now: sessions end with the process.
  public init() {
    key = SymmetricKey(size: .bits256)
    isOfThisProcess = true
  }

  /// A key of one's own.
  ///
  /// - Returns: nil if the text is shorter than 32 bytes, which could be guessed.
  public init?(_ secret: String) {
    guard secret.utf8.count >= 32 else { return nil }
    key = SymmetricKey(data: SHA256.hash(data: Data(secret.utf8)))
    isOfThisProcess = false
  }

  /// The key in an environment variable, or one that is made now if it is not set.
  ///
  /// With a storage that outlives the process, ``WebProgram`` says so at the start.
  ///
  /// - Throws: `WebServerError.shortKey` if it is set and shorter than 32 bytes.
  public init(
    environment name: String,
    of environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(WebServerError) {
    guard let secret = environment[name] else {
      self.init()
      return
    }
    guard let key = SessionKey(secret) else { throw .shortKey(name) }
    self = key
  }

  /// What a cookie that was signed says.
  struct Cookie: Equatable {
    let id: SessionID
    /// The mark that a renewal has given it; empty without one.
    let mark: String
    /// When it was signed, in seconds since 1970.
    let moment: Int
  }

  /// A cookie of a session: its id, its mark, when it was signed, and the signature of all three.
  func signed(_ id: String, mark: String = "", at moment: Int) -> String {
    let text = "\(id).\(mark).\(String(moment, radix: 36))"
    return text + "." + signature(text)
  }

  /// What a cookie says, or nil if this key has not signed it or its time is over.
  ///
  /// - Parameters:
  ///   - text: the cookie.
  ///   - now: in seconds since 1970.
  ///   - age: how many seconds a cookie is good. One that was signed later than now, by a clock
  ///     that goes before this one, is good for a minute.
  /// - Returns: its id, its mark, and when it was signed.
  func cookie(_ text: String, at now: Int, age: Int) -> Cookie? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let id = SessionID(String(parts[0])),
      let code = Data(base64Encoded: Self.padded(parts[3])),
      HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: Data(parts.dropLast().joined(separator: ".").utf8), using: key),
      let moment = Int(parts[2], radix: 36), (-60..<age).contains(now - moment)
    else { return nil }
    return Cookie(id: id, mark: String(parts[1]), moment: moment)
  }

  private func signature(_ text: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
    return Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private static func padded(_ text: Substring) -> String {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    return plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
  }
}
