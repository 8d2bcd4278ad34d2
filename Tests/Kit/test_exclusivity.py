# SPDX-License-Identifier: Apache-2.0
"""Tests of bin/support/exclusivity.py."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bin/support"))

import exclusivity  # noqa: E402

MARKED = """final class Box {
  @usableFromInline @exclusivity(unchecked) var value = [1]
  @exclusivity(unchecked)
  var other = 2
  func both(_ body: (inout [Int]) -> Void) { body(&value) }
}
"""


class ExclusivityTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.source = self.root / "Sources/Box.swift"
        self.source.parent.mkdir()
        self.source.write_text(MARKED)
        (self.root / "Sources/Plain.swift").write_text("let plain = 1\n")

    def test_marked_sources_are_replaced(self):
        self.assertEqual(exclusivity.overlay(self.root, self.root / "out"), 2)
        content = json.loads((self.root / "out/overlay.yaml").read_text())
        copy = self.root / "out/Sources/Box.swift"
        self.assertEqual(
            content["roots"], [{"type": "file", "name": str(self.source), "external-contents": str(copy)}])
        self.assertNotIn("@exclusivity", copy.read_text())
        self.assertEqual(copy.read_text().index("func both"), MARKED.index("func both"))
        self.assertEqual(len(copy.read_text().splitlines()), len(MARKED.splitlines()))

    def test_a_second_time_writes_nothing(self):
        exclusivity.overlay(self.root, self.root / "out")
        written = {path: path.stat().st_mtime_ns for path in (self.root / "out").rglob("*")}
        exclusivity.overlay(self.root, self.root / "out")
        self.assertEqual(written, {path: path.stat().st_mtime_ns for path in (self.root / "out").rglob("*")})

    def test_an_unknown_spelling_is_an_error(self):
        self.source.write_text("@exclusivity( unchecked ) var value = 1\n")
        with self.assertRaises(SystemExit) as error:
            exclusivity.overlay(self.root, self.root / "out")
        self.assertIn("Sources/Box.swift", str(error.exception))

    def test_the_compiler_reads_the_copies(self):
        exclusivity.overlay(self.root, self.root / "out")
        main = self.root / "main.swift"
        main.write_text("let box = Box()\nbox.both { $0.append(box.value.count) }\nprint(box.value)\n")
        for options, code in [([], 0), (["-vfsoverlay", str(self.root / "out/overlay.yaml")], 1)]:
            command = ["swiftc", *options, str(self.source), str(main), "-o", str(self.root / "run")]
            subprocess.run(command, check=True, capture_output=True)
            run = subprocess.run([str(self.root / "run")], capture_output=True, text=True)
            self.assertEqual(run.returncode != 0, code == 1, run.stderr)
            self.assertEqual("Simultaneous accesses" in run.stderr, code == 1)


if __name__ == "__main__":
    unittest.main()
