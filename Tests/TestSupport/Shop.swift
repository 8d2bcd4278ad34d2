// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A state with children of every kind, for tests of lifted features.
public struct Shop: Equatable, Sendable {
  /// A child that always exists.
  public var ledger = Ledger()
  /// A child that may be missing.
  public var detail: Ledger?
  /// Children by position.
  public var listed: [Ledger] = []
  /// Children by key.
  public var named: [String: Ledger] = [:]
  /// Children by id.
  public var rows = EntityTable<ShopRow>()
  /// A child with children.
  public var branch = Branch()
  /// A child that is one of several.
  public var page = Page.home
  /// A field of its own.
  public var resets = 0

  /// A child with children.
  public struct Branch: Equatable, Sendable {
    /// Its child.
    public var ledger = Ledger()
    /// Its field.
    public var count = 0
  }

  /// A state that is an enum.
  public enum Page: Equatable, Sendable {
    /// A page without a state.
    case home
    /// A page with a state.
    case ledger(Ledger)

    /// The path to the page with a state.
    public static let ledgerPath = CasePath(case: Page.ledger) {
      if case .ledger(let ledger) = $0 { ledger } else { nil }
    }
  }

  /// Creates a state with only the children that always exist.
  public init() {}
}

/// A ledger with an id.
public struct ShopRow: Identifiable, Equatable, Sendable {
  /// The id.
  public let id: Int
  /// The ledger.
  public var ledger: Ledger

  /// Creates a row.
  public init(id: Int, ledger: Ledger = Ledger()) {
    self.id = id
    self.ledger = ledger
  }
}

/// The actions of a shop, with case paths written by hand.
public enum ShopAction: Hashable, Sendable, CasePathable {
  /// For the child that always exists.
  case ledger(LedgerAction)
  /// For the child that may be missing.
  case detail(LedgerAction)
  /// For a child by position.
  case listed(Int, LedgerAction)
  /// For a child by key.
  case named(String, LedgerAction)
  /// For a child by id.
  case row(id: Int, action: LedgerAction)
  /// For the child with children.
  case branch(BranchAction)
  /// For the page.
  case page(LedgerAction)
  /// For the shop itself.
  case reset

  /// The case paths.
  public struct CasePaths: Sendable {
    /// The path to the ledger.
    public let ledger = CasePath(case: ShopAction.ledger) {
      if case .ledger(let action) = $0 { action } else { nil }
    }
    /// The path to the detail.
    public let detail = CasePath(case: ShopAction.detail) {
      if case .detail(let action) = $0 { action } else { nil }
    }
    /// The path to the listed.
    public let listed = CasePath(case: ShopAction.listed) {
      if case .listed(let index, let action) = $0 { (index, action) } else { nil }
    }
    /// The path to the named.
    public let named = CasePath(case: ShopAction.named) {
      if case .named(let key, let action) = $0 { (key, action) } else { nil }
    }
    /// The path to the rows.
    public let row = CasePath(
      case: { (row: (id: Int, action: LedgerAction)) in
        ShopAction.row(id: row.id, action: row.action)
      },
      extract: {
        if case .row(let id, let action) = $0 { (id: id, action: action) } else { nil }
      })
    /// The path to the branch.
    public let branch = CasePath(case: ShopAction.branch) {
      if case .branch(let action) = $0 { action } else { nil }
    }
    /// The path to the page.
    public let page = CasePath(case: ShopAction.page) {
      if case .page(let action) = $0 { action } else { nil }
    }
    /// The path to the case without a value.
    public let reset = CasePath(case: { _ in ShopAction.reset }) {
      if case .reset = $0 { () } else { nil }
    }
  }

  /// The case paths.
  public static let casePaths = CasePaths()

  /// The number of an action's case.
  public static func caseIndex(of action: ShopAction) -> Int {
    switch action {
    case .ledger: 0
    case .detail: 1
    case .listed: 2
    case .named: 3
    case .row: 4
    case .branch: 5
    case .page: 6
    case .reset: 7
    }
  }
}

/// The actions of a branch.
public enum BranchAction: Hashable, Sendable, CasePathable {
  /// For its child.
  case ledger(LedgerAction)
  /// Adds to its count.
  case count(Int)

  /// The case paths.
  public struct CasePaths: Sendable {
    /// The path to the ledger.
    public let ledger = CasePath(case: BranchAction.ledger) {
      if case .ledger(let action) = $0 { action } else { nil }
    }
    /// The path to the count.
    public let count = CasePath(case: BranchAction.count) {
      if case .count(let amount) = $0 { amount } else { nil }
    }
  }

  /// The case paths.
  public static let casePaths = CasePaths()

  /// The number of an action's case.
  public static func caseIndex(of action: BranchAction) -> Int {
    switch action {
    case .ledger: 0
    case .count: 1
    }
  }
}

extension ShopAction {
  /// A random action for a shop with three children of each kind; some actions have no child.
  public static func random(using generator: inout SeededGenerator) -> ShopAction {
    let number = Int.random(in: 0..<4, using: &generator)
    let action = LedgerAction.random(using: &generator)
    return switch Int.random(in: 0..<9, using: &generator) {
    case 0: .ledger(action)
    case 1: .detail(action)
    case 2: .listed(number, action)
    case 3: .named("\(number)", action)
    case 4: .row(id: number, action: action)
    case 5: .branch(.ledger(action))
    case 6: .branch(.count(number))
    case 7: .page(action)
    default: .reset
    }
  }
}

extension LedgerAction {
  /// A random action that does not need a payload.
  public static func random(using generator: inout SeededGenerator) -> LedgerAction {
    let number = Int.random(in: 1...9, using: &generator)
    return switch Int.random(in: 0..<4, using: &generator) {
    case 0: .note("\(number)")
    case 1: .add(number)
    case 2: .setOther(number)
    default: .fail
    }
  }
}

extension Shop {
  /// A shop with three children of each kind, each with a payload.
  public static func stocked(payload: Int = 0) -> Shop {
    let ledger = Ledger(payload: Array(repeating: 0, count: payload))
    func fresh() -> Ledger {
      var fresh = ledger
      // The write makes a copy, so that the children do not share one payload.
      if payload > 0 { fresh.payload[0] = 0 }
      return fresh
    }
    var shop = Shop()
    shop.ledger = fresh()
    shop.detail = fresh()
    shop.branch.ledger = fresh()
    shop.page = .ledger(fresh())
    for index in 0..<3 {
      shop.listed.append(fresh())
      shop.named["\(index)"] = fresh()
      shop.rows.addOne(ShopRow(id: index, ledger: fresh()))
    }
    return shop
  }
}
