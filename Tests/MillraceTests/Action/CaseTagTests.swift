// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct CaseTagTests {
  /// The tags of some values, or nil if the type has none.
  private func tags<Value>(_ values: [Value]) -> [UInt32]? {
    guard let tag = CaseTag<Value>() else { return nil }
    return values.map { tag($0) }
  }

  /// Values of one case have one tag, values of different cases have different ones.
  private func expectTags<Value>(
    _ cases: [[Value]], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = cases.compactMap { tags($0).map(Set.init) }
    #expect(found.count == cases.count, sourceLocation: sourceLocation)
    #expect(found.allSatisfy { $0.count == 1 }, sourceLocation: sourceLocation)
    #expect(Set(found.flatMap { $0 }).count == cases.count, sourceLocation: sourceLocation)
  }

  private enum Plain { case one, two, three }
  private enum Single { case only(Int) }
  private enum Alone { case only }
  private enum SinglePayload { case none, text(String), other, more }
  private enum MultiPayload {
    case number(Int), text(String), plain(Plain), list([Int]), object(Box), none, more
  }
  private enum Flags { case yes(Bool), no(Bool), either(Bool, Bool), none }
  private indirect enum Tree { case leaf(Int), node(Tree, Tree), empty }
  private enum Partly {
    case leaf(Int)
    case link(Box)
    indirect case indirectly(Int)
  }
  private enum Generic<Payload> { case some(Payload), list([Payload]), none }
  private enum Impossible { case never(Never), number(Int), none }
  private enum Nested { case tag(ShopAction), optional(ShopAction?), twice(Int??), none }
  private enum Wide { case big(Int, Int, String, [Int]), small(UInt8), none }
  private final class Box {}

  @Test func enumsWithoutPayloads() {
    expectTags([[Plain.one, .one], [.two], [.three]])
    expectTags([[Alone.only, .only]])
  }

  @Test func enumsWithOnePayload() {
    expectTags([[Single.only(1), .only(-1)]])
    expectTags([
      [SinglePayload.none], [.text(""), .text("a longer text than fits")], [.other], [.more],
    ])
    expectTags([[Optional(1), .some(0), .max], [nil]])
    expectTags([[Optional(Optional(1)), .some(nil)], [nil]])
    expectTags([[Optional(Box()), Box()], [nil]])
  }

  @Test func enumsWithSeveralPayloads() {
    expectTags([
      [MultiPayload.number(0), .number(.max)], [.text("a"), .text("")],
      [.plain(.one), .plain(.three)],
      [.list([]), .list([1])], [.object(Box())], [.none], [.more],
    ])
    expectTags([
      [Flags.yes(true), .yes(false)], [.no(true), .no(false)],
      [.either(true, false), .either(false, true)], [.none],
    ])
    expectTags([
      [Wide.big(1, 2, "", []), .big(0, 0, "a", [1])], [.small(0), .small(255)], [.none],
    ])
    expectTags([[Impossible.number(1), .number(2)], [.none]])
    expectTags([[Partly.leaf(1)], [.link(Box())], [.indirectly(1)]])
  }

  @Test func indirectEnums() {
    expectTags([
      [Tree.leaf(1), .leaf(2)], [.node(.empty, .leaf(1)), .node(.empty, .empty)], [.empty],
    ])
  }

  @Test func genericEnums() {
    func check<Payload>(_ values: [Payload]) {
      expectTags([values.map(Generic.some), [.list(values), .list([])], [.none]])
    }
    check([1, 2])
    check(["a", ""])
    check([Plain.one, .three])
    check([ShopAction.reset, .ledger(.fail)])
    check([() as Void])
    check([1 as any Sendable, "b"])
  }

  @Test func enumsWithinEnums() {
    expectTags([
      [Nested.tag(.reset), .tag(.ledger(.note("a")))], [.optional(nil), .optional(.reset)],
      [.twice(nil), .twice(.some(nil)), .twice(1)], [.none],
    ])
    expectTags([
      [ShopAction.ledger(.fail), .ledger(.note(""))], [.detail(.fail)], [.listed(1, .add(1))],
      [.named("a", .fail)], [.row(id: 1, action: .fail)], [.branch(.count(1))], [.page(.fail)],
      [.reset],
    ])
  }

  @Test func enumsOfTheStandardLibrary() {
    expectTags([
      [Result<Int, LedgerError>.success(1), .success(2)], [.failure(LedgerError())],
    ])
    expectTags([[Mirror.DisplayStyle.class], [.enum], [.set]])
    expectTags([[StorePhase.idle], [.reducing]])
  }

  @Test func enumsWithManyCases() {
    expectTags(Many.all.map { [$0] })
    #expect(Many.all.count == 300)
  }

  @Test func whatIsNoEnumHasNoTag() {
    #expect(tags([1]) == nil)
    #expect(tags([Ledger()]) == nil)
    #expect(tags([(1, "a")]) == nil)
    #expect(tags([Box()]) == nil)
    #expect(tags([1 as any Sendable]) == nil)
    #expect(tags([{ 1 }]) == nil)
    #expect(tags([Int.self]) == nil)
  }

  @Test func readingATagLeavesTheValueAlone() {
    weak var weakly: Box?
    do {
      let box = Box()
      weakly = box
      let value = MultiPayload.object(box)
      for _ in 0..<100 { #expect(tags([value]) == tags([MultiPayload.object(Box())])) }
      #expect(weakly != nil)
      withExtendedLifetime(value) {}
    }
    #expect(weakly == nil)
  }
}

/// Three hundred cases, some with a payload.
private enum Many {
  case c0(Int), c1(String), c2, c3, c4, c5, c6, c7(Int), c8, c9, c10, c11, c12, c13, c14(Int),
    c15, c16, c17, c18, c19, c20, c21(Int), c22, c23, c24, c25, c26, c27, c28(Int), c29, c30,
    c31, c32, c33, c34, c35(Int), c36, c37, c38, c39, c40, c41, c42(Int), c43, c44, c45, c46,
    c47, c48, c49(Int), c50, c51(String), c52, c53, c54, c55, c56(Int), c57, c58, c59, c60,
    c61, c62, c63(Int), c64, c65, c66, c67, c68, c69, c70(Int), c71, c72, c73, c74, c75, c76,
    c77(Int), c78, c79, c80, c81, c82, c83, c84(Int), c85, c86, c87, c88, c89, c90, c91(Int),
    c92, c93, c94, c95, c96, c97, c98(Int), c99, c100, c101(String), c102, c103, c104,
    c105(Int), c106, c107, c108, c109, c110, c111, c112(Int), c113, c114, c115, c116, c117,
    c118, c119(Int), c120, c121, c122, c123, c124, c125, c126(Int), c127, c128, c129, c130,
    c131, c132, c133(Int), c134, c135, c136, c137, c138, c139, c140(Int), c141, c142, c143,
    c144, c145, c146, c147(Int), c148, c149, c150, c151(String), c152, c153, c154(Int), c155,
    c156, c157, c158, c159, c160, c161(Int), c162, c163, c164, c165, c166, c167, c168(Int),
    c169, c170, c171, c172, c173, c174, c175(Int), c176, c177, c178, c179, c180, c181,
    c182(Int), c183, c184, c185, c186, c187, c188, c189(Int), c190, c191, c192, c193, c194,
    c195, c196(Int), c197, c198, c199, c200, c201(String), c202, c203(Int), c204, c205, c206,
    c207, c208, c209, c210(Int), c211, c212, c213, c214, c215, c216, c217(Int), c218, c219,
    c220, c221, c222, c223, c224(Int), c225, c226, c227, c228, c229, c230, c231(Int), c232,
    c233, c234, c235, c236, c237, c238(Int), c239, c240, c241, c242, c243, c244, c245(Int),
    c246, c247, c248, c249, c250, c251(String), c252(Int), c253, c254, c255, c256, c257, c258,
    c259(Int), c260, c261, c262, c263, c264, c265, c266(Int), c267, c268, c269, c270, c271,
    c272, c273(Int), c274, c275, c276, c277, c278, c279, c280(Int), c281, c282, c283, c284,
    c285, c286, c287(Int), c288, c289, c290, c291, c292, c293, c294(Int), c295, c296, c297,
    c298, c299

  static let all: [Many] = [
    .c0(0), .c1(""), .c2, .c3, .c4, .c5, .c6, .c7(7), .c8, .c9, .c10, .c11, .c12, .c13,
    .c14(14), .c15, .c16, .c17, .c18, .c19, .c20, .c21(21), .c22, .c23, .c24, .c25, .c26,
    .c27, .c28(28), .c29, .c30, .c31, .c32, .c33, .c34, .c35(35), .c36, .c37, .c38, .c39,
    .c40, .c41, .c42(42), .c43, .c44, .c45, .c46, .c47, .c48, .c49(49), .c50, .c51(""), .c52,
    .c53, .c54, .c55, .c56(56), .c57, .c58, .c59, .c60, .c61, .c62, .c63(63), .c64, .c65,
    .c66, .c67, .c68, .c69, .c70(70), .c71, .c72, .c73, .c74, .c75, .c76, .c77(77), .c78,
    .c79, .c80, .c81, .c82, .c83, .c84(84), .c85, .c86, .c87, .c88, .c89, .c90, .c91(91),
    .c92, .c93, .c94, .c95, .c96, .c97, .c98(98), .c99, .c100, .c101(""), .c102, .c103, .c104,
    .c105(105), .c106, .c107, .c108, .c109, .c110, .c111, .c112(112), .c113, .c114, .c115,
    .c116, .c117, .c118, .c119(119), .c120, .c121, .c122, .c123, .c124, .c125, .c126(126),
    .c127, .c128, .c129, .c130, .c131, .c132, .c133(133), .c134, .c135, .c136, .c137, .c138,
    .c139, .c140(140), .c141, .c142, .c143, .c144, .c145, .c146, .c147(147), .c148, .c149,
    .c150, .c151(""), .c152, .c153, .c154(154), .c155, .c156, .c157, .c158, .c159, .c160,
    .c161(161), .c162, .c163, .c164, .c165, .c166, .c167, .c168(168), .c169, .c170, .c171,
    .c172, .c173, .c174, .c175(175), .c176, .c177, .c178, .c179, .c180, .c181, .c182(182),
    .c183, .c184, .c185, .c186, .c187, .c188, .c189(189), .c190, .c191, .c192, .c193, .c194,
    .c195, .c196(196), .c197, .c198, .c199, .c200, .c201(""), .c202, .c203(203), .c204, .c205,
    .c206, .c207, .c208, .c209, .c210(210), .c211, .c212, .c213, .c214, .c215, .c216,
    .c217(217), .c218, .c219, .c220, .c221, .c222, .c223, .c224(224), .c225, .c226, .c227,
    .c228, .c229, .c230, .c231(231), .c232, .c233, .c234, .c235, .c236, .c237, .c238(238),
    .c239, .c240, .c241, .c242, .c243, .c244, .c245(245), .c246, .c247, .c248, .c249, .c250,
    .c251(""), .c252(252), .c253, .c254, .c255, .c256, .c257, .c258, .c259(259), .c260, .c261,
    .c262, .c263, .c264, .c265, .c266(266), .c267, .c268, .c269, .c270, .c271, .c272,
    .c273(273), .c274, .c275, .c276, .c277, .c278, .c279, .c280(280), .c281, .c282, .c283,
    .c284, .c285, .c286, .c287(287), .c288, .c289, .c290, .c291, .c292, .c293, .c294(294),
    .c295, .c296, .c297, .c298, .c299,
  ]
}
