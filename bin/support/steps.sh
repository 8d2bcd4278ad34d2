# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# The steps of bin/test. Each one sets `passed` and `failed` for itself; step() adds them up.
# The output of a step goes to a log of its own. Its errors are printed if the step fails.

LOGS="$ROOT/.build/checks"
TOTAL_PASSED=0
TOTAL_FAILED=0
BUILT=no    # no, yes or failed
CHOSEN=""   # the steps that --only named; empty for all
BIN=""      # where the debug build put its products
ALL=--enable-all-traits # the debug build contains all modules; see Package.swift
export MILLRACE_BENCHMARKS=1 # and the benchmarks
BENCH_TESTS=(BenchKitTests MillraceBenchTests)
RELEASE=(-c release --scratch-path .build/core -Xswiftc -enable-testing)
PATIENCE=300 # seconds without progress after which a command is ended; see limit.py
CHILD=""    # the process that is running now
AHEAD=""    # the release build that runs beside other steps

# plan STEP...: only these steps run, and the build if one of them needs it.
plan() {
  CHOSEN=" $* "
  if [[ "$CHOSEN" =~ \ (test|apple|errors|snippets|docs|readme|browser|attack|bench)\  ]]; then
    CHOSEN+="build "
  fi
}

# Sets `computed` to the processor time of all commands that have ended, in whole seconds. A
# subshell would count only its own commands, so `times` runs in this shell and writes to a file.
read_computed() {
  times >"$LOGS/times"
  computed="$(awk -F '[ms ]+' 'NR == 2 { printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }' "$LOGS/times")"
}

# step NAME TITLE FUNCTION: runs one step, and prints its heading, its result, the elapsed time and
# the processor time. A busy machine changes only the elapsed time.
step() {
  local name="$1" title="$2" action="$3" start=$SECONDS verdict=ok computed=0 before
  [[ -z "$CHOSEN" || "$CHOSEN" == *" $name "* ]] || return 0
  read_computed
  before="$computed"
  passed=0 failed=0 skipped=0 note="" LOG="$LOGS/$name.log"
  : >"$LOG"
  printf '== %s: %s\n' "$name" "$title"
  "$action" || true
  if ((passed + failed == 0)); then
    failed=1 note="it made no check"
  fi
  if ((failed > 0)); then
    verdict=FAILED
    ((VERBOSE)) || excerpt "$LOG"
  fi
  read_computed
  TOTAL_PASSED=$((TOTAL_PASSED + passed))
  TOTAL_FAILED=$((TOTAL_FAILED + failed))
  printf -- '-- %s: %s, %d passed, %d failed%s (%d s, %d s computed)\n' "$name" "$verdict" \
    "$passed" "$failed" "${note:+; $note}" $((SECONDS - start)) $((computed - before))
}

# excerpt LOG: prints the lines of a log with errors, or its end if there are none.
excerpt() {
  local what='✘|error:|warning:|^SUMMARY: |^ *--> |^FAILED '
  [[ -s "$1" ]] || return 0
  if [[ "$1" == */browser.log ]] || ! grep -qE "$what" "$1"; then
    tail -n 80 "$1" | sed 's/^/   /'
  else
    grep -E "$what" "$1" | head -n 80 | sed 's/^/   /'
  fi
  printf '   (all of it: %s)\n' "${1#"$ROOT"/}"
}

# Prints the last line, and exits.
finish() {
  printf '%d passed, %d failed\n' "$TOTAL_PASSED" "$TOTAL_FAILED"
  exit $((TOTAL_FAILED > 0))
}

stop() {
  local child
  for child in $CHILD $AHEAD; do
    kill -TERM "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  done
  say "stopped"
  exit 130
}

# run COMMAND...: runs a command, and ends it if it makes no progress; see limit.py. The output goes
# to the log of the step.
run() {
  local code=0
  if ((VERBOSE)); then
    python3 "$ROOT/bin/support/limit.py" "$PATIENCE" "$@" > >(tee -a "$LOG") 2>&1 &
  else
    python3 "$ROOT/bin/support/limit.py" "$PATIENCE" "$@" >>"$LOG" 2>&1 &
  fi
  CHILD=$!
  wait "$CHILD" || code=$?
  CHILD=""
  return "$code"
}

# check TITLE COMMAND...: runs a command as one check, which passes if the exit code is 0.
check() {
  local title="$1"
  shift
  if run "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n' "$title" >>"$LOG"
  fi
}

# needs_build: true if the build has succeeded; otherwise false, and the step has one failure.
needs_build() {
  [[ "$BUILT" == yes ]] && return 0
  failed=1 note="not run, because the build failed"
  return 1
}

# count_report REPORT EXIT_CODE: adds the counts of a JUnit report.
count_report() {
  local p f s
  read -r p f s < <(python3 "$ROOT/bin/support/count.py" "$1" "$2" "$LOG" 2>>"$LOG") ||
    { p=0 f=1 s=0; }
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  ((skipped == 0)) || note="$skipped skipped"
}

# swift_tests OPTION...: runs the built tests, and counts them.
swift_tests() {
  local code=0
  rm -f "$LOG.xml"
  run swift test --skip-build "${TEST_ORDER:---parallel}" --disable-xctest \
    --xunit-output "$LOG.xml" "$@" || code=$?
  count_report "$LOG.xml" "$code"
}

# swift_tests_in_parts OPTION...: the same, one part after the other. All tests of a run share the
# main actor, and each has a time limit. On a slow machine the last tests of one large run would
# wait longer than that.
swift_tests_in_parts() {
  local part parts=('MillraceTests|MillraceOptimizedTests' 'SampleTests|MillraceViewsTests')
  for part in "${parts[@]}"; do
    swift_tests "$@" --filter "^($part)\."
  done
  part="$(IFS='|' && printf '%s' "${parts[*]}")"
  swift_tests "$@" --skip "^($part)\."
}

# counted SCRIPT ARGUMENT...: runs a script of this folder that counts its own checks.
counted() {
  local script="$1" p=0 f=1
  shift
  rm -f "$LOG.counts"
  run python3 "$ROOT/bin/support/$script" --counts "$LOG.counts" "$@" || true
  if [[ -s "$LOG.counts" ]]; then
    read -r p f <"$LOG.counts"
  fi
  passed=$((passed + p)) failed=$((failed + f))
}

lint() {
  local places=() place
  for place in Package.swift Sources Tests Samples Snippets Benchmarks; do
    [[ ! -e "$place" ]] || places+=("$place")
  done
  check "swift format lint" swift format lint --strict --recursive "${places[@]}"
}

rules() {
  check "the tests of these scripts" python3 -m unittest discover -q -s Tests/Kit
  counted rules.py
}

# The tests of the macros' compiler plugin, which MILLRACE_MACROS_ONLY selects (see Package.swift).
# They are built in the folder of the debug build, which is next and uses the built swift-syntax.
macros() {
  export MILLRACE_MACROS_ONLY=1
  if run "${BUILD[@]}" --product millracePackageTests "$ALL"; then
    swift_tests "$ALL"
  else
    failed=1 note="the tests of the macros do not build"
  fi
  unset MILLRACE_MACROS_ONLY
}

build_debug() {
  check "swift build" "${BUILD[@]}" --build-tests "$ALL"
  if ((failed == 0)); then
    BUILT=yes BIN="$("${BUILD[@]}" "$ALL" --show-bin-path)"
  else
    BUILT=failed
  fi
}

test_debug() {
  needs_build || return 0
  swift_tests_in_parts "$ALL" "${BENCH_TESTS[@]/#/--skip=}"
  # The only test that needs XCTest.
  check "a failure under XCTest" swift test --skip-build "$ALL" \
    --disable-swift-testing --filter XCTestFailureTests
}

# The tests of the core and of the modules that record, undo and store actions, in release. They
# have a build of their own: MILLRACE_CORE_ONLY selects its modules and optimizes some of the tests
# (see Package.swift), and -enable-testing allows @testable imports.
test_release() {
  local code=0
  [[ -n "$AHEAD" ]] || build_release
  wait "$AHEAD" || code=$?
  AHEAD=""
  cat "$LOGS/release-build.log" >>"$LOG"
  if ((code == 0)); then
    MILLRACE_CORE_ONLY=1 swift_tests "${RELEASE[@]}"
    counted traceless.py --release "$ROOT/.build/core/release"
  else
    failed=1 note="the release build failed"
  fi
}

# Starts the build of the tests in release, which runs beside the other steps.
build_release() {
  MILLRACE_CORE_ONLY=1 python3 "$ROOT/bin/support/limit.py" "$PATIENCE" \
    "${BUILD[@]}" "${RELEASE[@]}" --product millracePackageTests >"$LOGS/release-build.log" 2>&1 &
  AHEAD=$!
}

# Starts that build before its step `release`, if the step is to run.
build_ahead() {
  [[ -n "$CHOSEN" && "$CHOSEN" != *" release "* ]] || build_release
}

# The tests of the benchmarks, which measure nothing. They run one after the other, because some
# replace a hook of the runtime to count allocations; see BenchKit/AllocationCounter.swift.
bench() {
  needs_build || return 0
  TEST_ORDER=--no-parallel swift_tests "$ALL" "${BENCH_TESTS[@]/#/--filter=}"
}

build_thread() {
  check "swift build --sanitize thread" "${BUILD[@]}" --product millracePackageTests \
    "$ALL" --sanitize thread --scratch-path .build/thread
  if ((failed == 0)); then
    BUILT=yes
  else
    BUILT=failed
  fi
}

# The exit code decides here: the last line of the tests says "passed" even after a race.
test_thread() {
  needs_build || return 0
  # Frames are larger under the sanitizer, and a test fills the stack of the main thread with views.
  ulimit -s 65536 || true
  swift_tests_in_parts "$ALL" --sanitize thread --scratch-path .build/thread \
    "${BENCH_TESTS[@]/#/--skip=}"
}

snippets() {
  needs_build || return 0
  counted snippets.py "$BIN"
  counted reported.py "$BIN"
  counted traceless.py "$BIN"
}

# Every library of the package, from the modules of the debug build.
docs() {
  needs_build || return 0
  counted docs.py "$BIN"
}

# The packages of Tests/Packages, which depend on this one.
packages() {
  counted packages.py
}

# The messages of the compiler for typical mistakes.
errors() {
  needs_build || return 0
  counted errors.py "$BIN"
}

# Typechecks the code for Apple's platforms, and evaluates the manifest as on a Mac.
apple() {
  needs_build || return 0
  check "the manifest on a Mac" python3 "$ROOT/bin/support/manifest.py"
  counted apple.py "$BIN"
}

readme() {
  needs_build || return 0
  counted readme.py "$BIN"
  counted articles.py "$BIN"
  counted hummingbird.py "$BIN"
}

# The scripts of Tests/Attack with smaller numbers, against the debug build; bin/attack runs them in
# full.
attack() {
  needs_build || return 0
  export MILLRACE_FIXTURE="$BIN/WebFixture" MILLRACE_JOURNAL_FIXTURE="$BIN/JournalFixture"
  export MILLRACE_GALLERY="$BIN/gallery" MILLRACE_SESSION_FIXTURE="$BIN/SessionFixture"
  counted attack.py --quick
}

# The tests start the programs that the build made; see Tests/Browser.
browser() {
  needs_build || return 0
  if ! compgen -G "Tests/Browser/test_*.py" >/dev/null; then
    failed=1 note="there is no test_*.py in Tests/Browser"
    return 0
  fi
  if ! { ensure_browser && ensure_nginx && ensure_venv; } 2> >(tee -a "$LOG" >&2); then
    failed=1 note="not run, because the browser, nginx or the Python packages are missing"
    return 0
  fi
  local code=0
  export MILLRACE_GALLERY="$BIN/gallery" MILLRACE_LINKED="$BIN/LinkFixture"
  if [[ -x "$BIN/WebFixture" ]]; then
    export MILLRACE_FIXTURE="$BIN/WebFixture"
  fi
  rm -f "$LOG.xml"
  # A test that does not wait for what it checks fails with this lag each time, and not only
  # sometimes; see conftest.py. The tests wait most of the time, so each core runs two of them.
  run env MILLRACE_LAG=60 "$VENV/bin/pytest" Tests/Browser -p no:cacheprovider \
    --numprocesses "$((2 * $(getconf _NPROCESSORS_ONLN)))" --maxprocesses 4 \
    --junitxml "$LOG.xml" || code=$?
  count_report "$LOG.xml" "$code"
}
