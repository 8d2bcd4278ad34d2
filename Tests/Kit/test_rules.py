# SPDX-License-Identifier: Apache-2.0
"""Each rule of bin/support/rules.py accepts a good tree and names the file that breaks it."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import rules  # noqa: E402

HEAD = "// SPDX-License-Identifier: Apache-2.0\n"


class RulesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("Package.swift", f"// swift-tools-version: 6.2\n{HEAD}")
        self.write(".ci/run", f"#!/bin/sh\n{HEAD.replace('//', '#')}")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def test_licence_line(self):
        self.write("Sources/Millrace/Good.swift", HEAD)
        self.assertEqual(rules.spdx(self.root), [])
        self.write("Sources/Millrace/Bad.swift", f"\n{HEAD}")
        self.write("bin/tool", "#!/bin/sh\n")
        self.write("Samples/Quakes/outline.py", "#!/usr/bin/env python3\n")
        self.assertEqual(len(rules.spdx(self.root)), 3)

    def test_length(self):
        self.write("Sources/Millrace/Long.swift", HEAD * 600)
        self.write("Tests/MillraceTests/Long.swift", HEAD * 600)
        self.assertEqual(rules.lengths(self.root), [])
        self.write("Sources/Millrace/Long.swift", HEAD * 601)
        self.write("Tests/MillraceTests/Long.swift", HEAD * 601)
        self.assertEqual(len(rules.lengths(self.root)), 2)

    def test_examples(self):
        numbers = [n for n in range(1, 82) if n not in (7, 32, 33, 61, 62)]
        text = "".join(f"  @Test func e{n}aThing() {{}}\n" for n in numbers)
        text += "  @MainActor\n  @Test(arguments: [1, 2])\n  func e7ofMany(n: Int) {}\n"
        text += "  @Test func e32e33bothAtOnce() {}\n  @Test func e61andE62too() {}\n"
        self.write("Tests/ConformanceTests/SeedTests.swift", text)
        self.assertEqual(rules.examples(self.root), [])
        self.write("Tests/ConformanceTests/SeedTests.swift", text.replace("@Test func e18", "func e18"))
        self.assertEqual(len(rules.examples(self.root)), 1)
        self.assertIn("E18:", rules.examples(self.root)[0])

    def test_width(self):
        self.write("Package.swift", HEAD)
        self.write("Sources/Millrace/Wide.swift", "// " + "–" * 97 + "\n")
        self.assertEqual(rules.widths(self.root), [])
        self.write("Sources/Millrace/Wide.swift", "\n// " + "–" * 98 + "\n")
        self.write("Package.swift", "/" * 101)
        self.assertEqual(len(rules.widths(self.root)), 2)
        self.assertIn("Wide.swift:2: 101 columns", rules.widths(self.root)[1])

    def test_the_log_in_is_short(self):
        self.assertEqual(len(rules.log_in(self.root)), 1)
        counted = "  let a = 1\n\n  // A comment.\n"
        imports = "import Millrace\n#if canImport(SwiftUI)\n  import SwiftUI\n#endif\n"
        self.write("Snippets/05-LogIn.swift", HEAD + imports + counted * 50)
        self.assertEqual(rules.log_in(self.root), [])
        self.write("Snippets/05-LogIn.swift", counted * 50 + "// snippet.hide\nrun()\n")
        self.assertEqual(rules.log_in(self.root), [])
        self.write("Snippets/05-LogIn.swift", counted * 51)
        self.assertIn("51 lines", rules.log_in(self.root)[0])

    def test_core_imports(self):
        file = "Sources/Millrace/Loop/Store.swift"
        self.write(file, "import Observation\nimport Synchronization\n@_spi(X) import Swift\n")
        self.assertEqual(rules.core_imports(self.root), [])
        for line in (
            "import Foundation",
            "public import Foundation",
            "@preconcurrency import Foundation",
            "import struct Foundation.Date",
            "  import FoundationEssentials",
        ):
            self.write(file, f"{line}\n")
            self.assertEqual(len(rules.core_imports(self.root)), 1, line)

    def test_reaching_in(self):
        self.write("Tests/MillraceTests/A.swift", "@testable import Millrace\n")
        self.write("Tests/MillraceUITests/B.swift", "@testable import MillraceUI\n")
        self.write("Sources/Millrace/C.swift", "  public var package: Int\n")
        self.assertEqual(rules.reaching_in(self.root), [])
        self.write("Tests/MillraceUITests/B.swift", "@testable import Millrace\n")
        self.write("Sources/MillraceUI/D.swift", "@_spi(Engine) import Millrace\n")
        self.write("Sources/Millrace/E.swift", "  package func peek() {}\n")
        self.write("Sources/Millrace/F.swift", "  @_spi(Engine) public func peek() {}\n")
        self.assertEqual(len(rules.reaching_in(self.root)), 4)

    def test_types_with_behaviour(self):
        text = """// A type of no behaviour, a helper, a public type, a protocol, and the one of the file.
public struct Plain {
  public var count = 0
}
struct Helper {
  func run() {}
}
@frozen public struct Loud {
  public init() {}
}
public enum Empty {}
public protocol Asked: Sendable {
  var isDone: Bool { get }
}
@MainActor final class Foo {
  isolated deinit {}
  @usableFromInline static func run() {}
}
private struct Hidden {
  func run() {}
}
"""
        self.write("Sources/Millrace/Foo+Bar.swift", text)
        found = rules.types_with_behaviour(self.root / "Sources/Millrace/Foo+Bar.swift")
        self.assertEqual(list(found), ["Loud", "Foo"])

    def test_mirrored_tests(self):
        for n in range(9):
            self.write(f"Sources/Millrace/Loop/S{n}.swift", "struct S%d {\n  init() {}\n}\n" % n)
            self.write(f"Tests/MillraceTests/Loop/S{n}Tests.swift", HEAD)
        last = "Sources/Millrace/Loop/More.swift"
        self.write(last, "struct More {\n  func run() {}\n}\n")
        self.assertEqual(rules.mirrored_tests(self.root), [])
        self.write(last, "struct More {\n  func run() {}\n}\npublic struct Other {\n  init() {}\n}\n")
        self.write("Tests/MillraceTests/MoreTests.swift", HEAD)
        self.assertIn("More has no MoreTests", rules.mirrored_tests(self.root)[-2])
        self.write("Tests/MillraceTests/Loop/More+RunTests.swift", HEAD)
        self.assertEqual(rules.mirrored_tests(self.root), [])
        self.write("Tests/MillraceTests/Loop/More+RunTests.swift", "struct OtherTests {}\n")
        self.assertEqual(rules.mirrored_tests(self.root), [])
        self.write("Tests/MillraceOptimizedTests/Loop/OtherTests.swift", HEAD)
        self.write("Tests/MillraceTests/Loop/More+RunTests.swift", HEAD)
        self.assertEqual(rules.mirrored_tests(self.root), [])

    def test_laws(self):
        for n in range(2, 11):
            self.write(f"Tests/MillraceOptimizedTests/Laws/L{n}Tests.swift", HEAD)
        self.assertEqual([line[:6] for line in rules.laws(self.root)], ["law L1"])

    def test_laws_in_text(self):
        names = "\n".join(f'@Suite("L{n}: some law")' for n in range(1, 11))
        self.write("Tests/MillraceOptimizedTests/Laws/LawTests.swift", names)
        self.assertEqual(rules.laws(self.root), [])

    def test_complexities(self):
        store = "Sources/Millrace/Loop/Store.swift"
        table = "Sources/Millrace/Tables/EntityTable.swift"
        price = "  /// Does it.\n  ///\n  /// Complexity: O(1).\n"
        self.write(
            store,
            "/// A store.\npublic final class Store {\n"
            f"{price}  @inlinable\n  @discardableResult\n  public func dispatch() {{}}\n"
            f"{price}  @MainActor public func select<A>() -> A {{}}\n"
            "  func subscribe() {}\n  /// Another one.\n  public func phase() {}\n"
            "  public let select: Int\n}\n"
            f"public protocol Handler {{\n{price}  func dispatch()\n}}\n"
            "protocol Source {\n  func dispatch()\n}\n",
        )
        self.write(
            "Sources/Millrace/Send.swift", "/// Complexity: O(1).\n@frozen\npublic struct Send {}\n"
        )
        self.write("Sources/Millrace/Send+A.swift", "extension Send {\n  public func dispatch() {}\n}\n")
        self.write(table, f"public struct EntityTable {{\n{price}  public init() {{}}\n  var a = 1\n}}\n")
        self.write("Sources/Millrace/Feature/Keyed.swift", "extension EntityTable {\n  public func a() {}\n}\n")
        self.assertEqual(rules.complexities(self.root), [])
        for file, text in (
            (store, "extension Store {\n  /// No.\n  @inlinable\n  public func subscribe<A>() {}\n}\n"),
            (store, "extension Store {\n  public nonisolated static func projection() {}\n}\n"),
            (store, "public protocol Handler {\n  /// No.\n  func dispatch(\n}\n"),
            (store, f"extension Store {{\n{price}  var a = 1\n  public func select() {{}}\n}}\n"),
            (table, "extension EntityTable {\n  /// No.\n  public var count: Int { 0 }\n}\n"),
            (table, "extension EntityTable {\n  public subscript(id: Int) -> Int { 0 }\n}\n"),
            (table, "extension EntityTable: Equatable {\n  public static func == (a: A) {}\n}\n"),
        ):
            self.write(file, text)
            self.assertEqual(len(rules.complexities(self.root)), 1, text)
            self.write(file, "")

    def test_reasons(self):
        file = "Sources/Millrace/A.swift"
        for text in (
            "// Sound: the owner is there.\nunowned let owner: A\n",
            "let a = b as! C  // Sound: made as one.\n",
            "/// Its owner.\n///\n/// Sound: it is there.\n@usableFromInline\nunowned let owner: A\n",
            "struct A: @unchecked Sendable {\n  // Sound: a constant.\n  let a: B\n}\n",
            "class A<\n  B\n>, @unchecked Sendable\nwhere B: C {\n  // Sound: a constant.\n}\n",
            "// An unowned reference, and try!\nMainActor.shared.enqueue(UnownedJob(job))\n",
            "// Exclusive: never called.\n@exclusivity(unchecked) var a = 0\n\n"
            "@exclusivity(unchecked) var b = 0\n",
            "// Typed: the caller's.\na.assumingMemoryBound(to: A.self)\n",
        ):
            self.write(file, text)
            self.assertEqual(rules.reasons(self.root), [], text)
        for line in (
            "unowned let owner: A",
            "unowned(unsafe) let owner: A",
            "a { [unowned self] in }",
            "let a = b as! C",
            "let a = try! b()",
            "let a = unsafeDowncast(b, to: A.self)",
            "let a = unsafeBitCast(b, to: A.self)",
            "MainActor.assumeIsolated { a() }",
            "nonisolated(unsafe) var a = 0",
            "struct A: @unchecked Sendable {",
            "a.takeUnretainedValue()",
            "a.takeRetainedValue()",
            "Unmanaged.passRetained(a)",
            "a._withUnsafeGuaranteedRef { $0 }",
            "@exclusivity(unchecked) var a = 0",
            "a.assumingMemoryBound(to: A.self)",
        ):
            self.write(file, f"// Sound: of another place.\n\n// What it is.\n{line}\n")
            self.assertEqual(len(rules.reasons(self.root)), 1, line)

    def test_unfinished(self):
        self.write("Sources/Millrace/A.swift", "let todo = 1\n")
        self.assertEqual(rules.unfinished(self.root), [])
        self.write("Sources/Millrace/A.swift", "let a = 1  // TO" + "DO: more\n")
        self.assertEqual(len(rules.unfinished(self.root)), 1)

    def test_loops_that_give_no_turn(self):
        for line in ("while !isSet {}", "while await a.count < 3 { }", "while !isSet { sched_yield() }"):
            self.write("Tests/MillraceTests/A.swift", f"func a() {{\n  {line}\n}}\n")
            self.assertEqual(len(rules.waits(self.root)), 1, line)
            self.write("Tests/MillraceTests/A.swift", f"  /// The log has its own thread.\n  {line}\n")
            self.assertEqual(rules.waits(self.root), [], line)
        for line in ("while await next() != nil {}", "while !isSet { await Task.yield() }"):
            self.write("Tests/MillraceTests/A.swift", f"{line}\n")
            self.assertEqual(rules.waits(self.root), [], line)

    def test_browser_tests_wait_for_functions(self):
        for wait, wrong in (
            ('page.wait_for_function("() => a === 1")', 0),
            ('page.wait_for_function(f"() => a === {count}")', 0),
            ('page.wait_for_function("before => before < 1", arg=a)', 0),
            ('page.wait_for_function(\n    """([x, y]) => {\n', 0),
            ('page.wait_for_function("a === 1")', 1),
            ("page.wait_for_function(f'a === {count}')", 1),
            ('page.wait_for_function(\n    "a.some(one => one)"\n)', 1),
            ("page.wait_for_function(predicate)", 1),
        ):
            self.write("Tests/Browser/test_a.py", wait)
            self.assertEqual(len(rules.predicates(self.root)), wrong, wait)

    def test_sentences_are_about_things(self):
        self.write("Sources/Millrace/A.swift", "// An observer of the row hears of it.\nlet nobodyWaits = 1\n")
        self.write("Sources/Millrace/B.swift", "// For people who do not see it, and those whose work it is.\n")
        self.write("README.md", "An observer of one row does not scan the table.\n")
        self.write("Tests/MillraceTests/A.swift", "let name = \"nobody\"\n")
        self.write("Sources/Millrace/picture.png", "nobody")
        self.assertEqual(rules.things(self.root), [])
        for word in (
            "Nobody", "somebody", "Whoever", "everybody's", "anybody", "anyone", "someone", "everyone",
            "Who", "who",
        ):
            for file in (
                "Sources/Millrace/A.swift",
                "Sources/Millrace/Millrace.docc/A.md",
                "Sources/Millrace/Millrace.docc/Resources/a.svg",
                "Samples/People/A.swift",
                "Snippets/01-A.swift",
                "Benchmarks/Sources/BenchKit/A.swift",
                "Tests/MillraceTests/B.swift",
                "README.md",
                "CONTRIBUTING.md",
                "CHANGELOG.md",
            ):
                self.write(file, f"\n// Hears {word}, at the end.\n")
                wrong = rules.things(self.root)
                self.assertEqual(len(wrong), 1, f"{word} in {file}")
                self.assertIn(f"{file}:2: '{word.removesuffix(chr(39) + 's')}'", wrong[0])
                self.write(file, "")

    def test_topics(self):
        source = """public struct Loud<
  State
>: Sendable
{
  public typealias Inner = Int
}
#if TRAIT
  @attached(member) public macro Written()
#endif
public struct _Hidden {}
struct Quiet {}
"""
        self.write("Package.swift", '.library(name: "Millrace", targets: [])')
        self.write("Sources/Millrace/A.swift", source)
        self.write("Sources/Other/B.swift", source)
        catalog = "Sources/Millrace/Millrace.docc/Millrace.md"
        self.write(catalog, "- ``Loud``\n- ``Written()``\n")
        self.assertEqual(rules.topics(self.root), [])
        self.write(catalog, "``Loud`` is only spoken of.\n- ``Written()``\n")
        wrong = ["Sources/Millrace/A.swift:1: Loud is in no topic of Millrace.docc"]
        self.assertEqual(rules.topics(self.root), wrong)
        self.write("Package.swift", '.library(name: "MillraceViews", targets: [])')
        self.write("Tests/AppleSignatures/Names/SwiftUI.txt", "# Names\nButton\n")
        self.write("Sources/MillraceViews/C.swift", "public struct Button {}\npublic struct Mine {}\n")
        self.assertEqual(len(rules.topics(self.root)), 1)
        self.assertIn(":2: Mine", rules.topics(self.root)[0])

    def test_papers(self):
        self.write("Package.swift", '.library(name: "Millrace", targets: [])')
        self.write("README.md", "| [`Millrace`](CHANGELOG.md) | the loop |\n[to](CHANGELOG.md) [web](https://a.b)\n")
        self.write("CHANGELOG.md", "")
        self.write("CONTRIBUTING.md", "")
        self.assertEqual(rules.papers(self.root), [])
        self.write("README.md", "| `MillraceX` | ? |\n[to](NOWHERE.md)\n" + "\n" * 200)
        self.assertEqual(len(rules.papers(self.root)), 4)


if __name__ == "__main__":
    unittest.main()
