# SPDX-License-Identifier: Apache-2.0
"""A list of named checks: prints each result, and passes the two counts to bin/test."""

import sys


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def add(self, title, problems):
        """One check; it passed if there are no problems (a list of lines)."""
        if not problems:
            self.passed += 1
            print(f"ok {title}")
            return
        self.failed += 1
        print(f"FAILED {title}")
        for line in problems:
            print(f"FAILED   {line}")

    def finish(self, arguments):
        """Writes "PASSED FAILED" to the file after --counts and ends the script."""
        if arguments[:1] == ["--counts"]:
            with open(arguments[1], "w", encoding="utf-8") as file:
                file.write(f"{self.passed} {self.failed}\n")
        sys.exit(1 if self.failed else 0)
