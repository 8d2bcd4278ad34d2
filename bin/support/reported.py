# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs the tests that `millrace trace FILE test` writes.

usage: reported.py [--counts FILE] BIN

BIN is where the debug build put its products. There are two programs: the one of the article "From
a bug report to a test", taken from its snippet, and the one of Tests/ReportedRun, which has nested
types. Each consists of a module with a bug, and of a program that writes a test from a run with the
bug. The test must compile without warnings, fail as the run did, and pass after the bug is fixed.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import Checks

SNIPPET = pathlib.Path("Snippets/06-BugReport.swift")
FOLDER = pathlib.Path("Tests/ReportedRun")
LIBRARIES = ["Millrace", "MillraceTrace", "MillraceDevTools"]
ENTRY = """import Testing

@main struct Run { static func main() async { await Testing.__swiftPMEntryPoint() as Never } }
"""


class Failed(Exception):
    """A command failed; `lines` has a title and the last lines of its output."""

    def __init__(self, title, output):
        super().__init__(title)
        self.lines = [title, *output.splitlines()[-15:]]


def run(title, command, folder, may_fail=False):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    if done.returncode and not may_fail:
        raise Failed(title, done.stdout + done.stderr)
    return done


def part(text, name):
    """The text between `// snippet.NAME` and `// snippet.end`."""
    return re.search(rf"^// snippet\.{name}\n(.*?)^// snippet\.end", text, re.S | re.M)[1]


def article():
    """The name, the module, the program and the fixed module of the article's snippet."""
    text = SNIPPET.read_text("utf-8")
    app = "import Millrace\n\n" + part(text, "app")
    imports = "import Millrace\nimport MillraceDevTools\nimport MillraceTrace\n@testable import Shop\n"
    program = (
        imports + part(text, "record") + "let text = try report()\n" + part(text, "command")
        + 'print(answer("test", "discount=120"))\n')
    return "Shop", app, program, app.replace("till.discount += percent", "till.discount = percent")


def depot():
    """The same of Tests/ReportedRun."""
    module = (FOLDER / "Depot.swift").read_text("utf-8")
    mended = module.replace(
        "      state.items.removeAll {", "      let gone = state.items.filter { $0.name == name }\n"
        "      state.total -= gone.reduce(0) { $0 + $1.count } - 1\n      state.items.removeAll {")
    return "Depot", module, (FOLDER / "main.swift").read_text("utf-8"), mended


def compiler(modules):
    return ["swiftc", "-swift-version", "6", "-enable-testing", "-I", str(modules), "-I", "."]


def build_module(name, source, modules, folder):
    (folder / f"{name}.swift").write_text(source, "utf-8")
    run(f"{name} does not compile", [
        *compiler(modules), "-parse-as-library", "-module-name", name, "-emit-module",
        "-emit-module-path", f"{name}.swiftmodule", "-c", f"{name}.swift", "-o", f"{name}.o"], folder)


def test_options():
    """Compiler options for Swift Testing of the toolchain."""
    compiler = subprocess.run(["which", "swiftc"], capture_output=True, text=True, check=True)
    usr = pathlib.Path(compiler.stdout.strip()).resolve().parents[1]
    macros = next(usr.rglob("libTestingMacros.*"))
    return ["-plugin-path", str(macros.parent), "-lTesting"]


def problems(program, bin_folder):
    name, module, main, mended = program
    modules = bin_folder / "Modules"
    objects = [str(o) for l in LIBRARIES for o in sorted((bin_folder / f"{l}.build").glob("*.o"))]
    if module == mended:
        return ["the code of the bug was not found in the module"]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        try:
            build_module(name, module, modules, folder)
            (folder / "main.swift").write_text(main, "utf-8")
            run("the program does not compile", [
                *compiler(modules), "main.swift", f"{name}.o", *objects, "-o", "program"], folder)
            test = run("the program fails", ["./program"], folder).stdout
            (folder / "Reported.swift").write_text(test, "utf-8")
            (folder / "Run.swift").write_text(ENTRY, "utf-8")
            run(f"the test does not compile:\n{test}", [
                *compiler(modules), *test_options(), "-warnings-as-errors", "-parse-as-library",
                "-c", "-module-name", "ReportedTests", "-wmo", "Reported.swift", "Run.swift",
                "-o", "Reported.o"], folder)
            found = []
            for text, wanted in ((module, 1), (mended, 0)):
                build_module(name, text, modules, folder)
                run("the test is not linked", [
                    "swiftc", "Reported.o", f"{name}.o", *objects, *test_options(), "-o", "tests"],
                    folder)
                done = run("", ["./tests", "--testing-library", "swift-testing"], folder, True)
                output = done.stdout + done.stderr
                if bool(done.returncode) != bool(wanted) or "1 test" not in output:
                    found += [f"with {'the bug' if wanted else 'the bug fixed'} the output is:"]
                    found += output.splitlines()[-10:]
                elif wanted and "Expectation failed: (end" not in output:
                    found += ["it fails with another message:", *output.splitlines()[-10:]]
            return found
        except Failed as failure:
            return failure.lines


def main(arguments):
    checks = Checks()
    bin_folder = pathlib.Path(arguments[-1]).resolve()
    programs = [article(), depot()]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda program: problems(program, bin_folder), programs)
        for program, lines in zip(programs, found):
            checks.add(f"the test of a run of {program[0]} compiles, fails, and passes with the fix", lines)
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
