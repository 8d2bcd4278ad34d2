# SPDX-License-Identifier: Apache-2.0
"""Typechecks the code for Apple's platforms on Linux, against signatures of Apple's modules.

usage: apple.py [--counts FILE] BIN, from the root of the repository

BIN is where the debug build put its products. Tests/AppleSignatures/README.md describes how the
check works and what it cannot find. Its files are in .build/apple/.
"""

import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

import readme
from checks import Checks

MACOS = "15.0"
FOLDER = pathlib.Path("Tests/AppleSignatures")
BUILD = pathlib.Path(".build/apple").absolute()
# In the order in which they import each other.
SIGNATURES = ["Darwin", "ObjectiveC", "CoreFoundation", "Dispatch", "Foundation", "Combine", "IssueReporting"]
SIGNATURES += ["IssueReportingTestSupport", "CustomDump", "UniformTypeIdentifiers"]
SIGNATURES += ["SwiftUI", "UIKit", "AppKit", "os", "GRDB"]
# The interface files of the standard library contain Apple's availability. Only their target and
# what EDITS lists are changed.
STANDARD = ["Swift", "_Concurrency", "_StringProcessing", "SwiftOnoneSupport", "Synchronization"]
STANDARD += ["Observation", "_Volatile", "_Builtin_float", "Testing"]
EDITS = [
    (r"-target x86_64-unknown-linux-gnu", f"-target x86_64-apple-macosx{MACOS}"
     " -disable-availability-checking"),
    (r" -static ", " "),
    (r"-target-min-inlining-version min", ""),
    (r"-library-level api", ""),
    (r"(?m)^import Glibc$\n", ""),
    (r"_swift_stdlib_gettid\(\)", "1 as UInt32"),
    (r"@backDeployed\([^)]*\) ?", ""),
]
OURS = [
    ("Millrace", "Sources/Millrace"),
    ("MillraceAddress", "Sources/MillraceAddress"),
    ("MillraceUI", "Sources/MillraceUI"),
    ("MillraceDialects", "Sources/MillraceDialects"),
    ("MillraceMacros", "Sources/MillraceMacros"),
    ("MillraceTrace", "Sources/MillraceTrace"),
    ("MillraceUndo", "Sources/MillraceUndo"),
    ("MillraceDevTools", "Sources/MillraceDevTools"),
    ("MillraceLink", "Sources/MillraceLink"),
    ("MillracePersistence", "Sources/MillracePersistence"),
    ("MillraceTesting", "Sources/MillraceTesting"),
    ("MillraceCombine", "Sources/MillraceCombine"),
]
# It needs packages for which there are no signatures, so only its names are checked.
OTHER = "Sources/MillraceInstrumentation"
SUPPORT = [("TestSupport", "Tests/TestSupport"), ("MillraceCommand", "Sources/MillraceCommand")]
PROGRAMS = [("AnimalsStorage", "Samples/Animals/AnimalsStorage"), ("SamplesApp", "Samples/App")]
# The targets of tests and fixtures that the package has on a Mac, those that take longest first.
TESTS = ["MillraceTests", "MillraceOptimizedTests", "MillraceTestingTests", "MillraceLinkTests"]
TESTS += ["MillracePersistenceTests", "MillraceDevToolsTests", "MillraceTraceTests"]
TESTS += ["MillraceUndoTests", "MillraceCombineTests", "MillraceDialectsTests"]
TESTS += ["MillraceAddressTests", "MillraceMacrosTests", "LinkFixture", "JournalFixture"]
# Other targets that the package has on a Mac. They are not compiled, because for the packages that
# they import there are no signatures.
LEFT_OUT = {"MillraceInstrumentation", "MillraceInstrumentationTests", "MillraceMacrosPlugin"}
MESSAGE = re.compile(r"^(?P<file>[^:\s][^:]*\.swift):(?P<line>\d+):\d+: (?P<text>(?:error|warning): .*)$")
PUBLIC = re.compile(
    r"^(?:@[\w.]+(?:\([^)]*\))?\s+)*(?:public|open) (?:(?:final|indirect|nonisolated|distributed) )*"
    r"(?:class|struct|enum|protocol|actor|typealias|func|let|var|macro) (\w+)",
    re.MULTILINE,
)
# The types of values, and not views, environment keys and the like.
DATA = re.compile(
    r"^(?:struct|enum) \w+: (?!View\b|App\b|EnvironmentKey\b|PreviewProvider\b).*\bSendable\b"
    r"|^(?:struct|enum) \w+: (?:FormState|FormAction)\b",
    re.MULTILINE,
)
CASE = re.compile(r"^(body|file): (.*)$")
REMARK = re.compile(r"^(SwiftUI|MillraceViews|known): (.*)$")


class Compiler:
    """The compiler, for macOS or for this system."""

    def __init__(self, products):
        self.swiftc = shutil.which("swiftc")
        library = pathlib.Path(os.path.realpath(self.swiftc)).parents[1] / "lib/swift"
        self.library = library
        self.plugins = ["-plugin-path", str(library / "host/plugins")]
        self.apple = ["-target", f"x86_64-apple-macosx{MACOS}", "-sdk", str(BUILD / "sdk")]
        self.apple += ["-resource-dir", str(BUILD / "resources"), "-disable-objc-interop"]
        self.apple += ["-module-cache-path", str(BUILD / "cache")]
        # With traits whose code has an `#if`, as in a build of the package with all traits.
        self.apple += ["-D", "Persistence"]
        plugin = products.absolute() / "MillraceMacrosPlugin-tool"
        self.apple += ["-D", "Macros", "-load-plugin-executable", f"{plugin}#MillraceMacrosPlugin"]
        self.debug = ["-D", "DEBUG", "-enable-testing", "-swift-version", "6"]
        self.debug += ["-warnings-as-errors", "-package-name", "millrace", "-I", str(BUILD / "debug")]
        self.apple += ["-I", str(BUILD / "modules")]
        self.debug += self.apple

    def run(self, arguments):
        """The messages of the compiler, each once, with the name of the file without its folder."""
        command = [self.swiftc, "-frontend", *map(str, arguments), *self.plugins]
        run = subprocess.run(command, capture_output=True, text=True)
        found = []
        for line in (run.stdout + run.stderr).splitlines():
            if match := MESSAGE.match(line):
                said = f"{pathlib.Path(match['file']).name}:{match['line']}: {match['text']}"
                if said not in found:
                    found.append(said)
        if run.returncode and not found:
            found = (run.stderr or "the compiler failed without a message").splitlines()[-8:]
        return found

    def standard_library(self):
        for name in ("modules", "debug", "sdk", "cache", "resources/macosx", "sources"):
            (BUILD / name).mkdir(parents=True, exist_ok=True)
        for name in ("shims", "clang"):
            if not (BUILD / "resources" / name).exists():
                (BUILD / "resources" / name).symlink_to(self.library / name)
        for name in STANDARD:
            folder = self.library / f"linux/{name}.swiftmodule"
            texts = sorted(folder.glob("x86_64-*.private.swiftinterface"))
            texts += sorted(folder.glob("x86_64-*.swiftinterface"))
            text = texts[0].read_text(encoding="utf-8")
            for pattern, replacement in EDITS:
                text = re.sub(pattern, replacement, text)
            target = BUILD / f"resources/macosx/{name}.swiftmodule"
            target.mkdir(exist_ok=True)
            write(target / "x86_64-apple-macos.swiftinterface", text)

    def signatures(self, name):
        """One of Apple's modules, compiled as Apple compiles it."""
        files = swift_files(FOLDER / "Modules" / name)
        return self.run(
            ["-emit-module", "-o", BUILD / f"modules/{name}.swiftmodule", "-module-name", name]
            + ["-parse-as-library", "-swift-version", "5", "-enable-library-evolution"]
            + [*self.apple, *files]
        )

    def module(self, name, folder):
        """One of our modules, with the diagnostics of SIL (isolation, initialization, exclusivity)."""
        return self.run(
            ["-emit-sil", "-o", "/dev/null", "-module-name", name, "-parse-as-library"]
            + ["-emit-module-path", BUILD / f"modules/{name}.swiftmodule"]
            + ["-swift-version", "6", "-warnings-as-errors", "-package-name", "millrace"]
            + [*self.apple, *swift_files(folder)]
        )

    def debug_module(self, name, folder):
        """The same module as in a debug build, for the tests."""
        return self.run(
            ["-emit-module", "-o", BUILD / f"debug/{name}.swiftmodule", "-module-name", name]
            + ["-parse-as-library", *self.debug, *swift_files(folder)]
        )

    def tests(self, name):
        """The tests of a target, or a program that tests start, as in a debug build."""
        files = swift_files(pathlib.Path("Tests") / name)
        entry = [] if any(file.name == "main.swift" for file in files) else ["-parse-as-library"]
        return self.run(["-typecheck", "-module-name", name, *entry, *self.debug, *files])

    def program(self, file, *options):
        return self.run(
            ["-emit-sil", "-o", "/dev/null", "-module-name", "User", "-swift-version", "6"]
            + [*self.apple, *options, file]
        )


def swift_files(folder):
    return sorted(pathlib.Path(folder).rglob("*.swift"))


def write(file, text):
    """Writes a file only if its text differs, so that the compiler can use its cache."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
    return file


def matches(said, wanted):
    """True if `wanted` is "ok" and there is no message, or if it is a part of one message."""
    return not said if wanted == "ok" else any(wanted in line for line in said)


def check_program(compiler, file):
    """Compiles a program, whose first lines have the expected message and the options."""
    lines = file.read_text(encoding="utf-8").splitlines()
    wanted = next(x[11:] for x in lines if x.startswith("// Expect: "))
    options = [x[10:].split() for x in lines if x.startswith("// Flags: ")] or [[]]
    named = {"AS_IN_XCODE": readme.AS_IN_XCODE, "AS_IN_XCODE_5": readme.AS_IN_XCODE_5}
    options = [named.get(" ".join(x), x) for x in options]
    problems = []
    for flags in options:
        said = compiler.program(file, "-parse-as-library", *flags)
        if not matches(said, wanted):
            problems += [f"with {' '.join(flags) or 'no flags'}: expected {wanted}, got:"]
            problems += said or ["no message"]
    return problems


def objects(products, *modules):
    """The object files of our modules."""
    return [one for name in modules for one in sorted((products / f"{name}.build").glob("*.o"))]


def check_run(commands):
    """Runs the commands, of which the last one is a program that tests itself."""
    for command in commands:
        run = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
        if run.returncode:
            return (run.stdout + run.stderr).splitlines()[:20] or ["it failed without a message"]
    return []


def check_undo(products):
    """Compiles the bridge to `UndoManager` with a stand-in for `UndoManager`, and runs it."""
    folder, program = BUILD / "run", BUILD / "run/program"
    folder.mkdir(exist_ok=True)
    # The bridge is compiled only if there is a module `ObjectiveC`.
    empty = write(folder / "Empty.swift", "")
    target = folder / "ObjectiveC.swiftmodule"
    return check_run([
        ["swiftc", "-emit-module", "-module-name", "ObjectiveC", "-o", target, empty],
        ["swiftc", "-swift-version", "6", "-module-name", "Play", "-parse-as-library"]
        + ["-Xfrontend", "-import-module", "-Xfrontend", "MillraceUndo"]
        + ["-I", folder, "-I", products / "Modules", *swift_files(FOLDER / "Runs/Undo")]
        + ["Sources/MillraceUndo/UndoManager+Step.swift"]
        + [*objects(products, "Millrace", "MillraceUndo"), "-o", program],
        [program],
    ])


def check_bindings(products):
    """Compiles the bindings of a store with a stand-in for SwiftUI, and runs them."""
    folder, program = BUILD / "run-bindings", BUILD / "run-bindings/program"
    folder.mkdir(exist_ok=True)
    stand_in, library = FOLDER / "Runs/Binding/SwiftUI.swift", folder / "libSwiftUI.a"
    return check_run([
        ["swiftc", "-swift-version", "6", "-module-name", "SwiftUI", "-parse-as-library"]
        + ["-emit-library", "-static", "-o", library, stand_in]
        + ["-emit-module", "-emit-module-path", folder / "SwiftUI.swiftmodule"],
        ["swiftc", "-swift-version", "6", "-module-name", "Play", "-parse-as-library"]
        + ["-I", folder, "-I", products / "Modules", FOLDER / "Runs/Binding/AnimatedBinding.swift"]
        + [*swift_files("Sources/MillraceUI/Binding")]
        + ["Sources/MillraceUI/Dispatcher/ActionHandler+Animation.swift"]
        + [*objects(products, "Millrace"), library, "-o", program],
        [program],
    ])


def cases(text):
    """Name, kind, remarks and code of each case of a file; see Tests/AppleSignatures/README.md."""
    for block in re.split(r"\n\n(?=body: |file: )", text.strip("\n")):
        first, *rest = block.split("\n")
        kind, name = CASE.match(first).groups()
        remarks = dict(REMARK.match(line).groups() for line in rest if REMARK.match(line))
        code = "\n".join(line[2:] for line in rest if not REMARK.match(line))
        yield name, kind, remarks, code


def check_case(compiler, modules, number, case):
    """Compiles a case with SwiftUI and with MillraceViews, and compares the messages."""
    name, kind, remarks, code = case
    prelude = (FOLDER / "Cases/Prelude.swift").read_text(encoding="utf-8")
    if kind == "body":
        frame = (FOLDER / "Cases/Body.swift").read_text(encoding="utf-8")
        code = frame.replace("CASE()", code)
    file = write(BUILD / f"sources/Case{number}.swift", prelude + code + "\n")
    there = compiler.program(file, "-parse-as-library")
    here = compiler.run(
        ["-emit-sil", "-o", "/dev/null", "-module-name", "User", "-swift-version", "6"]
        + ["-parse-as-library", "-I", modules, file]
    )
    problems = []
    for side, said in (("SwiftUI", there), ("MillraceViews", here)):
        wanted = remarks.get(side, "ok")
        if not matches(said, wanted):
            problems.append(f"{side}: expected {wanted}, got {said[0] if said else 'ok'}")
    if bool(here) != bool(there) and "known" not in remarks and not problems:
        problems.append("a difference needs a line `known:` with its reason")
    return problems


def samples():
    """Name and folder of the modules of the samples, in the order in which they import each other."""
    folders = (p for kind in ("Data", "UI") for p in pathlib.Path("Samples").glob(f"*/*{kind}"))
    order = lambda folder: (folder.name.endswith("UI"), folder.name != "TextData", folder.name)
    return [(folder.name, folder) for folder in sorted(folders, key=order)]


def compiled():
    """The names of the targets that are compiled."""
    return {name for name, _ in OURS + SUPPORT + samples() + PROGRAMS} | set(TESTS)


def main(arguments):
    checks = Checks()
    modules = pathlib.Path(arguments[-1]) / "Modules"
    compiler = Compiler(modules.parent)
    compiler.standard_library()
    for name in SIGNATURES:
        checks.add(f"signatures of {name}", compiler.signatures(name))
    modules_of_ours = OURS + samples()
    others = [*PROGRAMS, ("Catalog", "Tests/WebFixture/Catalog")]
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    # The modules of a debug build import only modules of a debug build, so both lists are compiled
    # at the same time, each in its order.
    debug = pool.submit(in_order, compiler.debug_module, OURS + SUPPORT)
    for name, problems in in_order(compiler.module, [*modules_of_ours, *others]):
        checks.add(f"{name} for macOS {MACOS}", problems)
    for name, folder in modules_of_ours + [("MillraceInstrumentation", OTHER)]:
        checks.add(f"the names of {name} are its own", seen_elsewhere(folder))
    for name, problems in debug.result():
        checks.add(f"{name} in debug for macOS {MACOS}", problems)
    jobs = [(f"{name} for macOS {MACOS}", Compiler.tests, (compiler, name)) for name in TESTS]
    jobs.append(("README.md", program_of_pages, (compiler, ["README.md"])))
    for page in sorted(pathlib.Path("Sources/MillraceUI").rglob("*.md")):
        jobs.append((str(page), program_of_pages, (compiler, [page])))
        jobs.append((f"{page}, as in a new app of Xcode", page_as_in_xcode, (compiler, page)))
    for file in swift_files("Snippets"):
        jobs.append((str(file), lambda c, f: c.program(f, "-warnings-as-errors"), (compiler, file)))
    jobs.append(("UndoManager+Step.swift runs", check_undo, (modules.parent,)))
    jobs.append(("the bindings of a store run", check_bindings, (modules.parent,)))
    for file in swift_files(FOLDER / "Programs"):
        jobs.append((str(file), check_program, (compiler, file)))
    number = 0
    for file in sorted((FOLDER / "Cases").glob("*.txt")):
        for case in cases(file.read_text(encoding="utf-8")):
            number += 1
            title = f"{file.name}: {case[0]}"
            jobs.append((title, check_case, (compiler, modules, number, case)))
    for job, problems in zip(jobs, pool.map(lambda job: job[1](*job[2]), jobs)):
        checks.add(job[0], problems)
    checks.finish(arguments)


def in_order(compile, modules):
    """The names of the modules, each with the messages of its compilation."""
    return [(name, compile(name, folder)) for name, folder in modules]


def public_names(text):
    """The public names at the top level of a file."""
    return set(PUBLIC.findall(text))


def seen_elsewhere(folder):
    """Our public top-level names that one of Apple's modules has too."""
    ours = {
        (name, file)
        for file in swift_files(folder)
        for name in public_names(file.read_text(encoding="utf-8"))
    }
    problems = []
    for file in sorted((FOLDER / "Names").glob("*.txt")):
        lines = file.read_text(encoding="utf-8").splitlines()
        theirs = {line for line in lines if line and not line.startswith("#")}
        if len(theirs) < 5:
            problems.append(f"{file} has no list of names")
        problems += [
            f"{ours_in}: {file.stem} has a {name} too; find another name"
            for name, ours_in in sorted(ours)
            if name in theirs
        ]
    return problems


def program_of_pages(compiler, pages):
    """The Swift code of a page, as one program."""
    text = "\n".join(pathlib.Path(page).read_text(encoding="utf-8") for page in pages)
    return program_of_code(compiler, str(pages[0]), readme.code(text))


def page_as_in_xcode(compiler, page):
    """The same with the settings of a new app.

    If the page does not contain `nonisolated`, it is added where MillraceUI.md asks for it.
    """
    code = readme.code(page.read_text(encoding="utf-8"))
    if "\nnonisolated " not in code:
        code = DATA.sub(r"nonisolated \g<0>", code)
    return program_of_code(compiler, f"{page} in Xcode", code, *readme.AS_IN_XCODE)


def program_of_code(compiler, title, code, *options):
    name = hashlib.sha256(title.encode()).hexdigest()[:8]
    folder = BUILD / f"sources/{name}"
    folder.mkdir(exist_ok=True)
    file = write(folder / "main.swift", code)
    entry = ["-parse-as-library"] if "\n@main\n" in code else []
    return compiler.program(file, "-warnings-as-errors", *options, *entry)


if __name__ == "__main__":
    main(sys.argv[1:])
