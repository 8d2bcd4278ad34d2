# SPDX-License-Identifier: Apache-2.0
"""bin/support/articles.py compiles the code of an article in the place that its file names."""

import pathlib
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import articles  # noqa: E402

ARTICLE = """# Article

```swift
let one = 1
```

Text.

```swift
  two(one)
```
"""
GIVEN = """func two(_ number: Int) {}
// block 1
func example() {
  // block 2
}
"""


class ArticlesTests(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.article = self.folder / "Article.md"
        self.article.write_text(ARTICLE, "utf-8")

    def test_code_is_put_in_its_place(self):
        text, wrong = articles.assembled(GIVEN, self.article)
        self.assertEqual(wrong, [])
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        self.assertEqual(
            lines, ["func two(_ number: Int) {}", "let one = 1", "func example() {", "  two(one)", "}"])
        self.assertIn('#sourceLocation(file: "Article.md", line: 10)\n  two(one)', text)
        self.assertIn('#sourceLocation(file: "Articles/Article.swift", line: 5)\n}', text)

    def test_imports_go_to_the_top(self):
        self.article.write_text(ARTICLE.replace("  two", "import Foundation\n\ntwo"), "utf-8")
        text, wrong = articles.assembled(GIVEN, self.article)
        self.assertEqual(wrong, [])
        self.assertTrue(text.startswith("import Foundation\n\n#sourceLocation"))
        self.assertIn('#sourceLocation(file: "Article.md", line: 12)\ntwo(one)', text)

    def test_every_block_is_named_once(self):
        for given in (
            "// block 1", GIVEN + "// block 2", GIVEN + "// block 3",
            GIVEN + "// block 2 is not compiled: it was named before",
        ):
            _, wrong = articles.assembled(given, self.article)
            self.assertEqual(len(wrong), 1, given)
            self.assertIn("Name each once", wrong[0])

    def test_what_is_not_compiled(self):
        given = GIVEN.replace("block 2", "block 2 is not compiled: a line of another file")
        text, wrong = articles.assembled(given, self.article)
        self.assertEqual((wrong, "two(one)" in text), ([], False))

    def test_what_stands_elsewhere_too(self):
        file = self.folder / "Sample.swift"
        given = GIVEN.replace("block 2", f"block 2 is in {file}")
        for text, faults in (("{\n    two(one)\n}", 0), ("{ two(one) }", 1)):
            file.write_text(text, "utf-8")
            self.assertEqual(len(articles.assembled(given, self.article)[1]), faults, text)

    @unittest.skipUnless(shutil.which("swiftc"), "needs the compiler")
    def test_compiles(self):
        folder = articles.FILES
        self.addCleanup(setattr, articles, "FILES", folder)
        articles.FILES = self.folder
        self.assertIn("is missing", articles.problems(self.article, [], self.folder)[0])
        given = self.folder / "Article.swift"
        built = self.folder / "built"
        built.mkdir()
        given.write_text(GIVEN, "utf-8")
        self.assertEqual(articles.problems(self.article, [], built), [])
        given.write_text(GIVEN.replace("Int", "String"), "utf-8")
        wrong = articles.problems(self.article, [], built)
        self.assertEqual(len(wrong), 1)
        self.assertTrue(wrong[0].startswith("Article.md:10:"), wrong)

    def test_articles_with_code_are_found(self):
        found = articles.articles()
        self.assertIn("WritingFeatures", found)
        self.assertLessEqual(set(articles.ELSEWHERE), set(found))


if __name__ == "__main__":
    unittest.main()
