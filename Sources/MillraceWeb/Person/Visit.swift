// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// The person's session of one request; it is found or begun at the first access.
@MainActor final class Visit {
  private let table: PersonTable
  private let address: String
  /// The request's cookie and its session; nil if the request came without a valid cookie.
  private let known: (cookie: SessionKey.Cookie, person: PersonSession)?
  /// The error if the storage could not tell which cookies are valid, or nil.
  private let fault: SessionReadFault?
  /// The address to which the browser is redirected if its cookie has become invalid.
  private let target: String
  /// True if the response to the request can carry a cookie; that of a socket cannot.
  let givesCookie: Bool
  /// True if no response can bring the cookie of a session that is new now.
  var isTooLate: Bool { hasAnswer || !givesCookie }
  private(set) var person: PersonSession?
  /// The mark of the cookie that this request's browser has, or gets.
  private var mark = ""
  /// True if the work of this request has ended the session.
  private var endsItself = false
  /// True if the request has no cookie of the session, because the session is new.
  private(set) var isUnproved = false
  /// True if the cookie of the request was valid and has become invalid.
  private var isReplaced = false
  /// The renewal that the work of this request has started.
  private var renewal: Task<Void, any Error>?
  /// Called when the request gets a session, except the substitute for one that could not be read.
  var onSession: @MainActor (PersonSession) -> Void = { _ in }
  /// True if the response is made, or waits only for `renewal`.
  private var hasAnswer = false

  /// Finds the session of a request's cookie.
  ///
  /// If the storage fails, the log reports it, and `check()` throws the error after the first
  /// access to the session.
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

  /// The session of the request, or its substitute; a new one if the request has no valid cookie,
  /// or its session has ended or was renewed for another browser.
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
    let session = table.session(
      proved?.person, from: address, signed: proved?.cookie.moment ?? .min)
    (person, mark, renewal) = (session, proved?.cookie.mark ?? "", nil)
    onSession(session)
    return session
  }

  /// True if the request has a valid cookie.
  var provesSession: Bool {
    if fault != nil { _ = session() }  // so that `check()` throws: the result is not known
    return known.map { $0.person.isValid($0.cookie.mark) } ?? false
  }

  /// The session of the request's cookie, if the cookie is still valid.
  var provedPerson: PersonSession? {
    known.flatMap { $0.person.isValid($0.cookie.mark) ? $0.person : nil }
  }

  /// Gives the session another mark; the response to this request brings the cookie.
  ///
  /// A second call does nothing.
  ///
  /// - Throws: ``SessionRenewalError/noPage`` after the response is made,
  ///   ``SessionRenewalError/replaced`` if another renewal has come first,
  ///   ``SessionRenewalError/hasEnded`` if the session ends meanwhile, a redirect if the cookie was
  ///   invalid before or the response cannot carry one, or an error of the storage.
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
            guard marks.isValid(old) else { throw SessionRenewalError.replaced }
            marks.replace(by: new)
          } then: { [self] in
            mark = new
            table.completed(person)
          }
        } catch {
          // The request can have another session since.
          if self.person === person { renewal = nil }
          throw error
        }
      }
    renewal = task
    try await task.value
  }

  /// Uses another mark, because the browser of the request gets another cookie of a session.
  func belongs(to new: String, of session: PersonSession) {
    if session === person { mark = new }
  }

  /// Called when the work of this request ends a session.
  func ends(_ session: PersonSession) { if session === person { endsItself = true } }

  /// True if the cookie of the request has become invalid, because another request or another
  /// browser has renewed it or has ended the session.
  private var isOutdated: Bool {
    guard let person else { return false }
    return isReplaced || (person.hasEnded ? !endsItself : !person.isValid(mark))
  }

  /// Throws `SessionReadFault` if the session was asked for and could not be read.
  func checkRead() throws {
    if let fault, person != nil { throw fault }
  }

  /// Throws if the cookie of the request has become invalid, because the request may be from
  /// another person.
  ///
  /// - Throws: ``PageAnswer/redirect(to:)``, so that the browser sends the request again with its
  ///   present cookie; `SessionReadFault` as `checkRead()`.
  func check() throws {
    try checkRead()
    if isOutdated { throw again }
  }

  /// Throws if a page that is made for a socket uses a new session, whose cookie a socket cannot
  /// bring.
  func checkCookie() throws {
    if !givesCookie, person != nil, isUnproved { throw again }
  }

  /// The answer with which the browser sends the request again by HTTP.
  private var again: PageAnswer { .redirect(to: target) }

  /// Runs the closure of a page as the work of this visit; if it throws and the cookie has become
  /// invalid, throws the redirect of `check()` instead.
  func asItsWork<Made>(_ make: () async throws -> Made) async throws -> Made {
    do {
      return try await PageWork.$current.withValue(PageWork(visit: self), operation: make)
    } catch {
      try check()
      throw error
    }
  }

  /// The value of the header that gives the browser its cookie; nil if it needs none.
  ///
  /// It needs none if the session was not used, or if it has the cookie. A cookie is replaced when
  /// a tenth of its time has passed, unless a page is fetching a renewed one: the browser can have
  /// that already. If the page's closure has started a renewal and has not waited for it, the
  /// renewal ends first.
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

/// The page to which the present work belongs: one that is being made, or one that is open.
///
/// Tasks and effects inherit it from the work that starts them, and can outlive the page. Therefore
/// its references are weak.
@MainActor final class PageWork {
  private(set) weak var visit: Visit?
  private(set) weak var page: Session?

  init(visit: Visit) { self.visit = visit }

  init(page: Session) { self.page = page }

  @TaskLocal static var current: PageWork?
}
