# SPDX-License-Identifier: Apache-2.0
"""Counts the tests in a JUnit report of Swift Testing or pytest.

usage: count.py REPORT EXIT_CODE

Prints "PASSED FAILED SKIPPED". A test with several issues counts once. The exit code of the test
run has the last word: a run that ended badly without a failing test in its report (a crash, a
time-out, an error outside a test) counts as one failure, so that it can never look like success.
"""

import sys
import xml.etree.ElementTree as tree


def count(report, exit_code):
    passed = failed = skipped = 0
    try:
        cases = list(tree.parse(report).iter("testcase"))
    except (OSError, tree.ParseError) as problem:
        print(f"no readable report of the tests: {problem}", file=sys.stderr)
        return 0, 1, 0
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


if __name__ == "__main__":
    print(*count(sys.argv[1], int(sys.argv[2])))
