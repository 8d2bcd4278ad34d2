// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// The session of one request, which the page gets, or begins, when it first asks for it.
@MainActor final class Visit {
  private let table: PersonTable
  private let address: String
  /// The request's cookie and its session; nil if the cookie was not valid when the request came.
  private let known: (cookie: SessionKey.Cookie, person: PersonSession)?
  /// Why it is not known whether the cookie is valid; nil if it is known.
  private let fault: SessionReadFault?
  /// Where the browser is sent if its cookie is not valid any more.
  private let target: String
  /// Whether the answer to the request can carry a cookie; that of a socket cannot.
  let givesCookie: Bool
  private(set) var person: PersonSession?
  /// The mark of the cookie that this request's browser has, or gets.
  private var mark = ""
  /// Whether the session has ended by the work of this request.
  private var endsItself = false
  /// Whether the session is one that the browser has no cookie of yet.
  private(set) var isUnproved = false
  /// Whether the cookie that the browser has shown has become invalid since.
  private var isReplaced = false
  /// The renewal that the work of this request has asked for.
  private var renewal: Task<Void, any Error>?
  /// Whether the answer is made, or waits for `renewal` alone.
  private var hasAnswer = false

  /// Looks for the session of a request's cookie.
  ///
  /// If the storage cannot read it now, the log says so, and `check()` throws the error as soon as
  /// the session was asked for.
  init(_ table: PersonTable, _ request: PageRequest, givesCookie: Bool = true) async {
    self.table = table
    self.givesCookie = givesCookie
    target = PageAddress(path: request.parts, query: request.query).text
    address = request.clientAddress
    guard let cookie = table.signed(by: request.cookies, isSecure: request.isSecure) else {
      (known, fault) = (nil, nil)
      return
    }
    do {
      (known, fault) = (try await table.person(showing: cookie).map { (cookie, $0) }, nil)
    } catch {
      (known, fault) = (nil, table.fault(reading: cookie.id, for: request, error))
    }
  }

  func session() -> PersonSession {
    if let fault {
      let session = person ?? table.substitute(for: fault)
      person = session
      return session
    }
    if let person, person.isValid(mark) { return person }
    let isLost = person != nil
    let endedItself = person?.hasEnded == true && endsItself
    if isLost ? !endedItself : known != nil && !provesSession { isReplaced = true }
    endsItself = false
    let proved = isLost || isReplaced ? nil : known
    isUnproved = proved == nil
    let session = table.session(proved?.person, from: address)
    (person, mark, renewal) = (session, proved?.cookie.mark ?? "", nil)
    return session
  }

  /// Whether the browser has a valid cookie.
  var provesSession: Bool {
    if fault != nil { _ = session() }  // a page that asks depends on what is not known
    return known.map { $0.person.isValid($0.cookie.mark) } ?? false
  }

  /// Gives the session another mark, with the answer to this request; a second call does nothing.
  ///
  /// - Throws: ``SessionRenewalError/noAnswer`` if the mark that the browser has is not valid any
  ///   more, because another renewal came first; an error of the storage.
  func renew() async throws {
    guard let person, !hasAnswer else { throw SessionRenewalError.noPage }
    try check()
    guard givesCookie else { throw again }
    let task =
      renewal
      ?? Task {
        let (old, new) = (mark, SessionID().text)
        do {
          try await person.changeMarks { marks in
            guard marks.isValid(old) else { throw SessionRenewalError.noAnswer }
            marks.replace(by: new)
          } then: { [self] in
            mark = new
            table.completed(person)
          }
        } catch {
          // Unless the page has a later session meanwhile.
          if self.person === person { renewal = nil }
          throw error
        }
      }
    renewal = task
    try await task.value
  }

  /// Notes that the browser of this request's page has been given another cookie of a session.
  func belongs(to new: String, of session: PersonSession) {
    if session === person { mark = new }
  }

  /// Notes that the work of this request ends the session.
  func ends(_ session: PersonSession) { if session === person { endsItself = true } }

  /// Whether the cookie of this request's browser is not valid any more, because another request or
  /// another browser has renewed it or has ended the session.
  private var isOutdated: Bool {
    guard let person else { return false }
    return isReplaced || (person.hasEnded ? !endsItself : !person.isValid(mark))
  }

  /// Refuses what depends on a session that could not be read.
  ///
  /// - Throws: `SessionReadFault` if the session was asked for.
  func checkRead() throws {
    if let fault, person != nil { throw fault }
  }

  /// Refuses what is done for a browser whose cookie is not valid any more: it may be a stranger's.
  ///
  /// - Throws: ``PageAnswer/redirect(to:)``: the browser asks again, with the cookie that it has;
  ///   `SessionReadFault` if its session was asked for and could not be read.
  func check() throws {
    try checkRead()
    if isOutdated { throw again }
  }

  /// Refuses a page that comes by its socket to a session which its browser has no cookie of.
  func checkCookie() throws {
    if !givesCookie, person != nil, isUnproved { throw again }
  }

  /// Has the browser ask again by HTTP.
  private var again: PageAnswer { .redirect(to: target) }

  /// Makes a page as the work of this visit; if it cannot because of the cookie, says so.
  func asItsWork<Made>(_ make: () async throws -> Made) async throws -> Made {
    do {
      return try await PageWork.$current.withValue(PageWork(visit: self), operation: make)
    } catch {
      try check()
      throw error
    }
  }

  /// The header that gives the browser its cookie; nil if it has it, or if no page asked.
  ///
  /// A cookie is given anew when a tenth of its time is over, unless a page is fetching another one
  /// for the session: the browser can have that already. A renewal that the page's closure has
  /// begun and has not waited for ends first.
  func cookie(isSecure: Bool) async -> String? {
    hasAnswer = true
    _ = await renewal?.result
    guard fault == nil, let person, !person.hasEnded, !isOutdated else { return nil }
    if let cookie = known?.cookie, !isUnproved, cookie.mark == mark,
      table.now - cookie.moment < max(1, table.age / 10) || table.isBeingRenewed(person)
    {
      return nil
    }
    return table.cookie(of: person.id, mark: mark, isSecure: isSecure)
  }
}

/// Whose work is being done: that of a page that is being made, or of one that is open.
///
/// Tasks and effects that it starts inherit it, and may outlive the page: it holds nothing.
@MainActor final class PageWork {
  private(set) weak var visit: Visit?
  private(set) weak var page: Session?

  init(visit: Visit) { self.visit = visit }

  init(page: Session) { self.page = page }

  @TaskLocal static var current: PageWork?
}
