# SPDX-License-Identifier: Apache-2.0
"""bin/support/errors.py compares the errors of each line with the comments above it."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bin" / "support"))
import errors  # noqa: E402

PROGRAM = """// error: no member 'a'
one
  // error: first
  // error: second
two
three
"""


class ErrorsTests(unittest.TestCase):
    def test_what_stands_above_a_line(self):
        self.assertEqual(errors.expected(PROGRAM), {2: ["no member 'a'"], 5: ["first", "second"]})

    def test_what_is_said_of_a_file(self):
        output = (
            "/x/A.swift:2:3: error: no member 'a'\n/x/A.swift:2:9: error: no member 'a'\n"
            "/x/A.swift:2:3: note: here\n/x/B.swift:1:1: error: other\n"
        )
        self.assertEqual(errors.said(output, "A.swift"), {2: ["no member 'a'"]})

    def test_differences(self):
        wanted = {2: ["'a'"], 5: ["first", "second"]}
        self.assertEqual(
            errors.differences(wanted, {2: ["no member 'a'"], 5: ["the second", "the first"]}), []
        )
        self.assertEqual(
            errors.differences(wanted, {2: ["no member 'b'"], 5: ["first", "second"], 6: ["more"]}),
            [
                "line 2: it does not say: 'a'",
                "line 2: it says: no member 'b'",
                "line 6: it says: more",
            ],
        )


if __name__ == "__main__":
    unittest.main()
