# SPDX-License-Identifier: Apache-2.0
"""Counts the tests in a JUnit report of Swift Testing or pytest.

usage: count.py REPORT EXIT_CODE LOG

Prints "PASSED FAILED SKIPPED". If there is no report, it also prints on standard error which tests
had begun and not ended according to the log. A test with several issues counts once. If the exit
code is not 0 and the report has no failing test (after a crash, a time-out or an error outside a
test), the run counts as one failure. If the exit code is 0, failing tests in the report count as
passed: their issues were declared as known.
"""

import collections
import re
import sys
import xml.etree.ElementTree as tree

# The maximum number of tests that are named. After a crash, hundreds of tests have not ended.
NAMED = 20


def count(report, exit_code):
    """The numbers of passed, failed and skipped tests, or None without a report."""
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
        return passed + failed, 0, skipped
    return passed, max(failed, 1), skipped


def unfinished(log):
    """The tests that began and did not end, from the output of Swift Testing."""
    log = re.sub("\x1b\\[[0-9;]*m", "", log)
    # Not from the start of a line: it can have the output of a test before it.
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
