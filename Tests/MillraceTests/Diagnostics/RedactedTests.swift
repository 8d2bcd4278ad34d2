// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct RedactedTests {
  private struct Login: Codable, Equatable, Sendable {
    var name = ""
    @Redacted var password = ""
    @Redacted var pin: Int?
  }

  private enum LoginAction: Codable, Sendable {
    case setPassword(Redacted<String>)
  }

  private let secret = "correct horse"

  @Test func aSecretIsInNoDescriptionAndNoDump() {
    let login = Login(name: "a", password: secret, pin: 4711)
    let action = LoginAction.setPassword(Redacted(secret))
    var texts = ["\(login)", String(reflecting: login), "\(action)", String(reflecting: action)]
    var dumped = ""
    dump(login, to: &dumped)
    dump(action, to: &dumped)
    texts.append(dumped)
    for text in texts {
      #expect(!text.contains(secret))
      #expect(!text.contains("4711"))
    }
  }

  @Test func aSecretIsInNoLog() {
    var lines: [String] = []
    let store = Store(
      initialState: Login(),
      reducer: Reducer<Login, LoginAction> { state, action in
        if case .setPassword(let password) = action { state.password = password.wrappedValue }
      },
      middleware: LoggerMiddleware(state: .newState) { lines.append($0.description) })
    store.dispatch(.setPassword(Redacted(secret)))
    #expect(store.state.password == secret)
    #expect(lines.count == 1)
    #expect(lines.first?.contains(secret) == false)
  }

  @Test func anEncoderWritesTheStandInUnlessItIsToldToKeepSecrets() throws {
    let login = Login(name: "a", password: secret, pin: 4711)
    let encoder = JSONEncoder()
    let data = try encoder.encode(login)
    #expect(!String(decoding: data, as: UTF8.self).contains(secret))
    #expect(
      try JSONDecoder().decode(Login.self, from: data)
        == Login(name: "a", password: "<redacted>", pin: nil))
    encoder.userInfo[try #require(CodingUserInfoKey.keepsSecrets)] = true
    let kept = try encoder.encode(login)
    #expect(try JSONDecoder().decode(Login.self, from: kept) == login)
  }

  /// Data of a version in which the property was optional and not a secret.
  @Test func anOptionalSecretIsNilIfItsKeyIsMissing() throws {
    let data = Data(#"{"name":"a","password":"b"}"#.utf8)
    #expect(
      try JSONDecoder().decode(Login.self, from: data)
        == Login(name: "a", password: "b", pin: nil))
  }
}
