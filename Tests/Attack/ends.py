# SPDX-License-Identifier: Apache-2.0
"""A server that ends: requests in progress are answered, and no stream need be open for its lines."""

import os
import signal
import subprocess
import tempfile

from target import PROGRAM, Server, answer, run, until

DEAD_LOOP = "Cannot schedule tasks on an EventLoop"


def is_stopping(server):
    """True if the server serves no further pages."""
    try:
        return server.get("/slow")[0] != 200
    except OSError:
        return True


def ended(finishes):
    """Status and text of a page whose closure is not finished when the server is told to end, and
    finishes while the server stops, or never; the exit code and the log of the server."""
    with tempfile.TemporaryFile("w+") as log, Server(log=log) as server:
        with server.connect() as client:
            client.sendall(server.head("/slow/page"))
            until(lambda: "Begun 1" in server.get("/slow")[1])
            server.process.send_signal(signal.SIGTERM)
            until(lambda: is_stopping(server))
            if finishes:
                server.process.send_signal(signal.SIGUSR1)
            status, text = answer(client)
        code = server.process.wait(20)
        log.seek(0)
        return status, text, code, log.read()


def unwritable(*arguments, shell, serves):
    """The exit code of a program whose output cannot be written, after SIGTERM if it serves; None
    if it ends although it should serve."""
    command = f'"$0" --port 0 "$@" {shell}'
    program = subprocess.Popen(
        ["sh", "-c", f"exec {command}", PROGRAM, *arguments], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    try:
        code = program.wait(2)
        return None if serves else code
    except subprocess.TimeoutExpired:
        program.send_signal(signal.SIGTERM)
        return program.wait(20)


def attack(verdict):
    status, text, code, log = ended(finishes=True)
    verdict.is_true(f"a page in progress: status {status}", status == 200 and "</html>" in text)
    verdict.is_true("its connection ends", "connection: close" in text.lower())
    verdict.is_true(f"the server ends with {code}", code == 0)
    status, text, code, log = ended(finishes=False)
    verdict.is_true(f"a page that takes too long: status {status}", status == 0)
    verdict.is_true(f"the server ends with {code}", code == 0)
    verdict.is_true("no event loop is used after its end", DEAD_LOOP not in log)
    for shell in (">/dev/full", ">&-", "2>/dev/full", "2>&-"):
        if not os.path.exists("/dev/full") and "full" in shell:
            continue
        code = unwritable(shell=shell, serves=True)
        verdict.is_true(f"a server with {shell} ends with {code} when told to", code == 0)
        code = unwritable("--nonsense", shell=shell, serves=False)
        verdict.is_true(f"and a wrong option ends with {code}", code == 2)


run(attack)
