// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The key that signs the cookies of persons' sessions.
///
/// A cookie that another key has signed, or whose signature is too old, is ignored. Servers with
/// the same persons need the same key. With a new key no browser finds its session again.
public struct SessionKey: Sendable {
  private let key: SymmetricKey
  /// True if the key is random, so that no other process has it.
  let isOfThisProcess: Bool

  /// Creates a random key: no browser finds its session again after the end of the process.
  public init() {
    key = SymmetricKey(size: .bits256)
    isOfThisProcess = true
  }

  /// Creates a key from a secret text.
  ///
  /// The result is nil if the text is shorter than 32 bytes, because it could be guessed.
  public init?(_ secret: String) {
    guard secret.utf8.count >= 32 else { return nil }
    key = SymmetricKey(data: SHA256.hash(data: Data(secret.utf8)))
    isOfThisProcess = false
  }

  /// Creates the key in an environment variable, or a random key if the variable is not set.
  ///
  /// With a random key and a storage that outlives the process, ``WebProgram`` prints a warning.
  ///
  /// - Throws: `WebServerError.shortKey` if the variable is set to less than 32 bytes.
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

  /// The content of a signed cookie.
  struct Cookie: Equatable {
    let id: SessionID
    /// The mark of the latest renewal; empty if there was none.
    let mark: String
    /// The time of the signature, in seconds since 1970.
    let moment: Int
  }

  /// A cookie of a session: its id, its mark, the time, and the signature of all three.
  func signed(_ id: String, mark: String = "", at moment: Int) -> String {
    let text = "\(id).\(mark).\(String(moment, radix: 36))"
    return text + "." + signature(text)
  }

  /// The content of a cookie, or nil if this key has not signed it or it has expired.
  ///
  /// - Parameters:
  ///   - text: the cookie.
  ///   - now: the present time, in seconds since 1970.
  ///   - age: the number of seconds for which a cookie is valid. The time of its signature can be
  ///     up to a minute after `now`, because another server's clock can be ahead of this one.
  /// - Returns: its id, its mark, and the time of its signature.
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
