// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct SelectorIdentityTests {
  private struct App {
    var user = User()
    var users: [User] = []
  }

  private struct User {
    var name = "Ann"
    var address = Address()
  }

  private struct Address { var street = "" }

  @Test func equalKeyPathsAreEqual() {
    let one = SelectorIdentity(\App.user.name)
    let two = SelectorIdentity(\App.user.name)
    #expect(one == two)
    #expect(one.hashValue == two.hashValue)
    #expect(one != SelectorIdentity(\App.user.address.street))
    #expect(SelectorIdentity(\User.name) != SelectorIdentity(\Address.street))
  }

  @Test func subscriptsCountWithTheirArguments() {
    #expect(SelectorIdentity(\App.users[1].name) == SelectorIdentity(\App.users[1].name))
    #expect(SelectorIdentity(\App.users[1].name) != SelectorIdentity(\App.users[2].name))
  }

  @Test func aUniqueOneIsEqualOnlyToItsCopies() {
    let one = SelectorIdentity.unique()
    let copy = one
    #expect(one == copy)
    #expect(one != SelectorIdentity.unique())
    #expect(one != SelectorIdentity(\App.user))
    #expect(Set([one, copy, .unique()]).count == 2)
    #expect(SelectorIdentity.everything == .everything)
    #expect(SelectorIdentity.everything != one)
  }

  @Test func keyPathsAreJoined() {
    let name = SelectorIdentity(\User.name)
    #expect(name.appended(to: SelectorIdentity(\App.user)) == SelectorIdentity(\App.user.name))
    #expect(name.appended(to: SelectorIdentity(\App.user)) != name)
  }

  @Test func joiningIsAssociative() {
    let app = SelectorIdentity(\App.user)
    let user = SelectorIdentity(\User.address)
    let street = SelectorIdentity(\Address.street)
    let inner = street.appended(to: user).appended(to: app)
    let outer = street.appended(to: user.appended(to: app))
    #expect(inner == outer)
    #expect(inner == SelectorIdentity(\App.user.address.street))
  }

  @Test func whatCannotBeJoinedIsKeptInOrder() {
    let mark = SelectorIdentity.unique()
    let name = SelectorIdentity(\User.name)
    #expect(name.appended(to: mark) == name.appended(to: mark))
    #expect(name.appended(to: mark) != name)
    #expect(name.appended(to: mark) != name.appended(to: .unique()))
    #expect(mark.appended(to: name) != name.appended(to: mark))
    // Key paths that do not fit stay two parts.
    #expect(name.appended(to: SelectorIdentity(\Address.street)) != name)
  }

  @Test func behindAMarkKeyPathsAreJoinedToo() {
    let mark = SelectorIdentity.unique()
    let apart = SelectorIdentity(\User.name)
      .appended(to: SelectorIdentity(\App.user).appended(to: mark))
    #expect(apart == SelectorIdentity(\App.user.name).appended(to: mark))
  }
}
