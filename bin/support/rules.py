# SPDX-License-Identifier: Apache-2.0
"""Checks the rules of CONTRIBUTING.md for the source tree.

usage: rules.py [--counts FILE], from the root of the repository
"""

import pathlib
import re
import sys

from checks import Checks

SPDX = "SPDX-License-Identifier: Apache-2.0"
# The folders of the core's tests; see the end of Package.swift.
CORE_TESTS = ["MillraceTests", "MillraceOptimizedTests"]
CORE_MAY_IMPORT = {"Swift", "Observation", "Synchronization"}
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)",
    re.MULTILINE,
)
REACHING_IN = re.compile(r"^\s*(?:@testable|@_spi\([^)]*\))\s+(?:\w+\s+)?import\s+Millrace\b")
PACKAGE_ACCESS = re.compile(
    r"^\s*(?:@\w+\s+)*(?:@_spi\(|package\s+"
    r"(?:final|static|func|var|let|struct|class|enum|protocol|actor|init|import|typealias)\b)"
)

OUTER = re.compile(
    r"^(?:@\S+ )*(?:(public|package|internal|fileprivate|private) )?(?:final |indirect )*"
    r"(class|struct|enum|protocol|actor|extension) (\w+(?:\.\w+)*)"
)
NESTED = re.compile(
    r"^  (?:@\S+ )*(?:public )?(?:final |indirect )*(?:class|struct|enum|protocol|actor) (\w+).*\{$"
)
TYPE = re.compile(
    r"^(?:@\S+ )*(?:(public) )?(?:final |indirect )*(?:class|struct|enum|actor) (\w+)"
)
BEHAVIOUR = re.compile(
    r"^  (?:@\S+(?:\([^)]*\))? )*(?:(?:public|nonisolated|static|mutating|override|isolated"
    r"|convenience) )*(?:(?:func|subscript|init)\b|var .*\{)"
)
MEMBER = re.compile(
    r"^ +(?:@\S+ )*(?:(?:nonisolated|static|mutating|final|override|convenience) )*(public )?"
    r"(?:(?:nonisolated|static|mutating|final|override|convenience) )*"
    r"(?:(?:(func)|var|let) (\w+|[^\w\s(]+)|(subscript|init)\b)"
)
ATTRIBUTES = re.compile(r"(?:@\w+(?:\([^)]*\))?\s*)+")
PUBLIC_TYPE = re.compile(
    r"^(?:  )?(?:@\S+ )*(?:nonisolated )?public (?:final |indirect |nonisolated )*"
    r"(class|struct|enum|protocol|actor|typealias|macro) (\w+)"
)
PRICED = {"dispatch", "select", "subscribe", "projection"}

# The number of examples from other libraries that are written with Millrace: E1 to E81.
EXAMPLES = 81

# Constructs that the compiler does not check, and the word before the reason why a use is safe.
SENDABLE = "@unchecked Sendable"
ON_TRUST = re.compile(
    r"@unchecked Sendable|nonisolated\(unsafe\)|\bunowned\b|\bunsafe(?:Downcast|BitCast)\b"
    r"|\bassumeIsolated\b|_withUnsafeGuaranteedRef|\btake(?:Unr|R)etainedValue\b|\bpassRetained\b"
    r"|\bas!|\btry!"
)
REASON = re.compile(r"//.*\bSound: \S")
SOMEBODY = re.compile(
    r"\b(?:nobody|somebody|whoever|everybody|anybody|anyone|someone|everyone)\b"
    # Allowed: a relative clause about people, and `who`, a verb of the command `millrace trace`.
    r"|(?<!people )(?<!persons )(?<!users )(?<![`\"])\bwho\b(?! +PATH)",
    re.IGNORECASE,
)
IDLE_LOOP = re.compile(r"\bwhile\b(?!.*\bnil\b).*\{\s*(?:sched_yield\(\))?\s*\}|\bsched_yield\b")
EXPRESSION = re.compile(
    r"wait_for_function\(\s*(?!\s|[rf]*(?:\"\"\"|[\"'])(?:\([^()]*\)|\w+) =>)"
)
REASONS_OF_FILES = {
    "@exclusivity(unchecked)": re.compile(r"^ *//.*\bExclusive: \S", re.MULTILINE),
    "assumingMemoryBound": re.compile(r"^ *//.*\bTyped: \S", re.MULTILINE),
}


def read(path):
    return path.read_text(encoding="utf-8")


def swift_files(root, *places):
    return sorted(f for p in places for f in (root / p).rglob("*.swift"))


def spdx(root):
    """The first line names the licence, or the second one if the first line is for a tool."""
    files = swift_files(root, "Sources", "Tests", "Samples", "Snippets", "Benchmarks")
    files += sorted(f for p in ("Tests", "Samples") for f in (root / p).rglob("*.py"))
    files += sorted(f for f in (root / "bin").rglob("*") if f.is_file() and f.suffix != ".pyc")
    files += [root / "Package.swift", root / ".ci/run"]
    wrong = []
    for file in files:
        lines = read(file).split("\n", 2)
        special = lines[0].startswith(("#!", "// swift-tools-version:"))
        line = lines[1] if special and len(lines) > 1 else lines[0]
        if line not in (f"// {SPDX}", f"# {SPDX}"):
            wrong.append(f"{file.relative_to(root)}: its first line is not '{SPDX}'")
    return wrong


def lengths(root):
    """A Swift file has at most 600 lines."""
    wrong = []
    for file in swift_files(root, "Sources", "Samples", "Snippets", "Benchmarks", "Tests"):
        lines = len(read(file).splitlines())
        if lines > 600:
            wrong.append(f"{file.relative_to(root)}: {lines} lines; at most 600, split it")
    return wrong


def widths(root):
    """A line has at most 100 columns, also in comments and texts, which the formatter ignores."""
    places = ("Sources", "Tests", "Samples", "Snippets", "Benchmarks")
    return [
        f"{file.relative_to(root)}:{number}: {len(line)} columns; at most 100"
        for file in [root / "Package.swift", *swift_files(root, *places)]
        for number, line in enumerate(read(file).splitlines(), 1)
        if len(line) > 100
    ]


def core_imports(root):
    wrong = []
    for file in swift_files(root, "Sources/Millrace"):
        for name in sorted(set(IMPORT.findall(read(file))) - CORE_MAY_IMPORT):
            wrong.append(f"{file.relative_to(root)}: imports {name}; the core must not")
    return wrong


def reaching_in(root):
    """Only the core's own tests use names of the core that are not public.

    So the core has no `package` declarations and no SPI; other modules may have them."""
    wrong = []
    core = root / "Sources/Millrace"
    own = [root / "Tests" / name for name in (*CORE_TESTS, "TestSupport")]
    for file in swift_files(root, "Sources", "Tests", "Samples", "Snippets", "Benchmarks"):
        for number, line in enumerate(read(file).splitlines(), 1):
            inside = any(folder in file.parents for folder in own)
            is_hole = PACKAGE_ACCESS.match(line) and core in file.parents
            if is_hole or (REACHING_IN.match(line) and not inside):
                place = f"{file.relative_to(root)}:{number}"
                wrong.append(f"{place}: {line.strip()}: use or add a public name instead")
    return wrong


def types_with_behaviour(file):
    """The types of a file that have a function, an initializer or a computed property, if they are
    public or have the name of the file."""
    name, behaves = None, False
    for line in read(file).splitlines():
        if name is None:
            match = TYPE.match(line)
            if match and (match[1] or match[2] == file.stem.split("+")[0]):
                name, behaves = match[2], False
        if name and BEHAVIOUR.match(line):
            behaves = True
        if name and (line == "}" or (line[0:1].strip() and line.endswith("{}"))):
            if behaves:
                yield name
            name = None


def mirrored_tests(root):
    """Nine of ten types have tests with their name in the same folder of the tests: Foo has
    FooTests.swift, Foo+VerbTests.swift or a suite FooTests."""
    missing, count = [], 0
    for file in swift_files(root, "Sources"):
        module, *path = file.relative_to(root / "Sources").parts
        suites = CORE_TESTS if module == "Millrace" else [f"{module}Tests"]
        folders = [(root / "Tests" / name).joinpath(*path[:-1]) for name in suites]
        tests = sorted(test for folder in folders for test in folder.glob("*.swift"))
        for name in types_with_behaviour(file):
            count += 1
            title = re.compile(rf"^{name}(?:\+\w+)?Tests$")
            suite = re.compile(rf"^(?:final )?(?:struct|class|actor) {name}Tests\b", re.MULTILINE)
            if not any(title.match(t.stem) or suite.search(read(t)) for t in tests):
                missing.append(f"{file.relative_to(root)}: {name} has no {name}Tests in its folder")
    if len(missing) * 10 <= count:
        return []
    return [f"{len(missing)} of {count} types have no tests with their name"] + missing


def laws(root):
    """Each law of the loop is named in the folder of its tests."""
    text = "\n".join(f"{f.name}\n{read(f)}" for f in swift_files(root, "Tests/MillraceOptimizedTests/Laws"))
    return [
        f"law L{n}: no test in Tests/MillraceOptimizedTests/Laws names it"
        for n in range(1, 11)
        if not re.search(rf"(?<![A-Za-z0-9])[Ll]{n}(?![0-9])", text)
    ]


def examples(root):
    """Each example has a test with its number in Tests/ConformanceTests: E12 has `func e12…`. The
    name of a test of several examples begins with all numbers: `e32e33…` or `e61andE62…`."""
    tests = "\n".join(read(file) for file in swift_files(root, "Tests/ConformanceTests"))
    found = {
        int(number)
        for name in re.findall(r"^ *@Test\b[^{]*?\bfunc (e\d\w*)", tests, re.MULTILINE)
        for number in re.findall(r"[eE](\d+)", re.match(r"(?:(?:and)?[eE]\d+)+", name)[0])
    }
    return [
        f"example E{number}: no test in Tests/ConformanceTests has its number"
        for number in range(1, EXAMPLES + 1)
        if number not in found
    ]


def public_members(file):
    """The types and their public members: line, type, name, comment, and whether it is a function.

    For a type itself the name is None; there is no entry for an extension. A nested type has both
    names, as in `Outer.Inner`."""
    comment, owner, outer, is_open = [], None, None, False
    for number, line in enumerate(read(file).splitlines(), 1):
        text = line.strip()
        if text.startswith("///"):
            comment.append(text)
            continue
        if ATTRIBUTES.fullmatch(text):
            continue
        words = "\n".join(comment)
        if found := OUTER.match(line):
            (access, kind, owner), outer = found.groups(), None
            is_open = kind == "protocol" and access == "public"
            if kind != "extension":
                yield number, owner, None, words, False
        elif owner and not outer and (found := NESTED.match(line)):
            outer, owner = owner, f"{owner}.{found[1]}"
            yield number, owner, None, words, False
        elif outer and line == "  }":
            owner, outer = outer, None
        elif owner and (found := MEMBER.match(line)):
            if found[1] or (is_open and line[2] != " "):
                yield number, owner, found[3] or found[4], words, bool(found[2])
        comment = []


def complexities(root):
    """Public functions named as in PRICED, and all public members of tables, document their
    complexity."""
    members, types = [], {}
    for file in swift_files(root, "Sources/Millrace"):
        for number, owner, name, comment, is_function in public_members(file):
            is_table = owner.partition(".")[0] == "EntityTable" and file.parent.name == "Tables"
            if name is None:
                types[owner] = comment
            elif is_table or (is_function and name in PRICED):
                place = f"{file.relative_to(root)}:{number}: {owner}.{name}"
                members.append((owner, comment, f"{place} does not document its complexity"))
    return [
        message
        for owner, comment, message in members
        if "Complexity" not in comment and "Complexity" not in types.get(owner, "")
    ]


def is_reasoned(lines, index):
    """True if there is a reason on the line, or above it without a blank line between; for a type
    also on the first lines inside it."""
    above = index
    while above > 0 and index - above < 12 and lines[above - 1].strip():
        above -= 1
    below = index + (3 if SENDABLE in lines[index] else 1)
    return any(REASON.search(line) for line in lines[above:below])


def reasons(root):
    """Constructs that the compiler does not check have a reason: `Sound:` at each place, and once
    for each file `Exclusive:` (accesses never overlap) and `Typed:` (the type of the memory)."""
    wrong = []
    for file in swift_files(root, "Sources"):
        place, text = file.relative_to(root), read(file)
        lines = text.splitlines()
        code = [line.split("//")[0] for line in lines]
        for index, line in enumerate(code):
            if (found := ON_TRUST.search(line)) and not is_reasoned(lines, index):
                wrong.append(f"{place}:{index + 1}: {found[0]} needs a comment 'Sound:' with the reason")
        for name, reason in REASONS_OF_FILES.items():
            if name in "\n".join(code) and not reason.search(text):
                wrong.append(f"{place}: {name} needs a comment in the file with the reason")
    return wrong


def topics(root):
    """The catalog of each library lists its public types in a topic.

    Types that SwiftUI has too are in the tables of MillraceViews instead. Names that begin with an
    underscore are not for users."""
    wrong = []
    swiftui = root / "Tests/AppleSignatures/Names/SwiftUI.txt"
    known = set(read(swiftui).split()) if swiftui.exists() else set()
    for name in re.findall(r'\.library\(name: "(\w+)"', read(root / "Package.swift")):
        module = root / "Sources" / name
        catalog = "\n".join(read(file) for file in sorted(module.glob("*.docc/*.md")))
        listed = set(re.findall(r"^- ``(\w+)", catalog, re.MULTILINE))
        for file in swift_files(root, f"Sources/{name}"):
            for number, found in public_types(file):
                own = name != "MillraceViews" or found not in known
                if own and found not in listed and not found.startswith("_"):
                    place = f"{file.relative_to(root)}:{number}"
                    wrong.append(f"{place}: {found} is in no topic of {name}.docc")
    return wrong


def public_types(file):
    """The public types of a file that are not nested in another type, with their lines."""
    is_inside = False
    for number, line in enumerate(read(file).splitlines(), 1):
        if is_inside:
            is_inside = line != "}"
        elif found := PUBLIC_TYPE.match(line):
            yield number, found[2]
        # Members are indented, and so are declarations inside `#if`.
        if OUTER.match(line.removeprefix("nonisolated ")) and not line.endswith("}"):
            is_inside = True


def unfinished(root):
    wrong = []
    for file in swift_files(root, "Sources", "Tests", "Samples", "Snippets", "Benchmarks"):
        for number, line in enumerate(read(file).splitlines(), 1):
            if re.search(r"\b(TODO|FIXME|XXX)\b", line):
                wrong.append(f"{file.relative_to(root)}:{number}: {line.strip()}")
    return wrong


def waits(root):
    """No test waits in a loop without suspending its task.

    Tests share the threads on which tasks run, and there are only as many as cores. A test that
    blocks a thread or the main actor until another task has run can wait for ever. It can wait in
    this way for a thread of its own; then the comment above the loop contains `own thread`."""
    wrong = []
    for file in swift_files(root, "Tests"):
        lines = read(file).splitlines()
        for index, line in enumerate(lines):
            # A loop without a body that ends with a sequence is no wait for another task.
            if IDLE_LOOP.search(line) and "own thread" not in "".join(lines[max(index - 2, 0):index]):
                wrong.append(f"{file.relative_to(root)}:{index + 1}: a loop that blocks its thread")
    return wrong


def predicates(root):
    """A browser test waits for a function, not for an expression.

    The browser asks again with `eval`, which the pages' policy forbids. The first time it does not,
    so an expression fails only if the page is slower than the test."""
    wrong = []
    for file in sorted((root / "Tests/Browser").rglob("*.py")):
        text = read(file)
        for call in EXPRESSION.finditer(text):
            line = text.count("\n", 0, call.start()) + 1
            wrong.append(f"{file.relative_to(root)}:{line}: wait_for_function needs '() => ...'")
    return wrong


def ends(root):
    """Modules for Apple's systems have no `isolated deinit`, because it stops programs there; see
    Loop/MainActorEnd.swift."""
    elsewhere = {"MillraceViews", "MillraceViewTesting", "MillraceWeb", "MillraceMonitor"}
    return [
        f"{file.relative_to(root)}:{number}: an isolated deinit"
        for file in swift_files(root, "Sources")
        if file.relative_to(root / "Sources").parts[0] not in elsewhere
        and file.name != "MainActorEnd.swift"
        for number, line in enumerate(read(file).splitlines(), 1)
        if re.match(r"^\s*isolated deinit", line)
    ]


def things(root):
    """Comments, messages and articles are about things (an observer, a caller, a task), and not
    about an indefinite person. In tests only comments are checked, because example texts can have
    such words."""
    files = [root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    for place in ("Sources", "Samples", "Snippets", "Benchmarks", "Tests"):
        files += sorted((root / place).rglob("*"))
    return [
        f"{file.relative_to(root)}:{number}: '{word}': say which thing (a caller, a task, a view)"
        for file in files
        if file.suffix in (".swift", ".md", ".svg", ".js", ".css") and file.is_file()
        for number, line in enumerate(read(file).splitlines(), 1)
        if "Tests" not in file.relative_to(root).parts or re.match(r"\s*//", line)
        for word in SOMEBODY.findall(line)
    ]


def log_in(root):
    """The log-in has at most 50 lines of code, without imports and the lines that are not shown."""
    file = root / "Snippets/05-LogIn.swift"
    if not file.exists():
        return [f"{file.relative_to(root)} is missing"]
    shown = read(file).split("// snippet.hide", 1)[0].splitlines()
    code = [x for x in shown if x.strip() and not re.match(r"\s*(//|import |#(if|else|endif))", x)]
    if len(code) <= 50:
        return []
    return [f"{file.relative_to(root)}: {len(code)} lines of code; at most 50 are allowed"]


def papers(root):
    """The README has at most 200 lines and a table of the package's products, and the links of the
    three pages lead to files."""
    wrong = []
    readme = read(root / "README.md")
    if len(readme.splitlines()) > 200:
        wrong.append(f"README.md: {len(readme.splitlines())} lines; at most 200 are allowed")
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for link in re.findall(r"\]\(([^)#\s]+)", read(root / name)):
            if "://" not in link and not (root / link).exists():
                wrong.append(f"{name}: there is no file at the link {link}")
    listed = set(re.findall(r"^\| \[?`(\w+)`(?:\]\([^)]*\))? \|", readme, re.MULTILINE))
    offered = set(re.findall(r'\.library\(name: "(\w+)"', read(root / "Package.swift")))
    for name in sorted(listed ^ offered):
        wrong.append(f"{name}: in the README's table or in Package.swift, but not in both")
    return wrong


RULES = [
    ("every file names its licence at the top", spdx),
    ("no file has more than 600 lines", lengths),
    ("no line has more than 100 columns", widths),
    ("the core imports only what it may", core_imports),
    ("only the core's tests use its internal names", reaching_in),
    ("types have tests with their names", mirrored_tests),
    ("each law is named in its tests", laws),
    ("each example of another library has a test", examples),
    ("members of stores and tables document their complexity", complexities),
    ("each unchecked construct has a reason", reasons),
    ("each public type is in a topic of its module", topics),
    ("no comment announces future work", unfinished),
    ("no test blocks a thread until another task has run", waits),
    ("browser tests wait for functions", predicates),
    ("modules for Apple's systems have no isolated deinit", ends),
    ("sentences are about things", things),
    ("the log-in has at most 50 lines", log_in),
    ("README, CONTRIBUTING and CHANGELOG agree with the package", papers),
]


def main(arguments):
    checks = Checks()
    for title, rule in RULES:
        checks.add(title, rule(pathlib.Path.cwd()))
    checks.finish(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
