# SPDX-License-Identifier: Apache-2.0
"""Counts the tests in a JUnit report of Swift Testing or pytest.

usage: count.py REPORT EXIT_CODE LOG

Prints "PASSED FAILED SKIPPED", and on standard error what the log knows of a run that has left no
report: the tests that had not ended. A test with several issues counts once. The exit code of the test
run has the last word: a run that ended badly without a failing test in its report (a crash, a
time-out, an error outside a test) counts as one failure, so that it can never look like success.
"""

import collections
import re
import sys
import xml.etree.ElementTree as tree

# How many tests are named. A test that hangs is one of a few; when a run crashes, hundreds run.
NAMED = 20


def count(report, exit_code):
    """How many tests passed, failed and were skipped, or None without a report."""
    passed = failed = skipped = 0
    try:
        cases = list(tree.parse(report).iter("testcase"))
    except (OSError, tree.ParseError) as problem:
        print(f"error: no readable report of the tests: {problem}", file=sys.stderr)
        return None
    for case in cases:
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    if exit_code == 0:
        # Issues that a test declared as known are in the report too; the run as a whole passed.
        return passed + failed, 0, skipped
    return passed, max(failed, 1), skipped


def unfinished(log):
    """The tests that began and did not end, as the lines of Swift Testing tell."""
    log = re.sub("\x1b\\[[0-9;]*m", "", log)
    # Not from the start of a line: what a test printed may stand before.
    running = collections.Counter(re.findall(r"(?m)◇ Test (?!run |case )(.+) started\.$", log))
    ended = r"[✔✘━] Test (?!run )(.+?)(?: with \d+ test cases?)? (?:passed|failed) after "
    running.subtract(re.findall(ended, log))
    return sorted(name for name, number in running.items() if number > 0)


def main(report, exit_code, log):
    counts = count(report, exit_code)
    print(*counts or (0, 1, 0))
    if counts:
        return
    with open(log, encoding="utf-8", errors="replace") as file:
        names = unfinished(file.read())
    if names:
        more = f" and {len(names) - NAMED} others" if len(names) > NAMED else ""
        print(f"error: had not ended: {', '.join(names[:NAMED])}{more}", file=sys.stderr)
    else:
        print("error: every test that began has ended", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
