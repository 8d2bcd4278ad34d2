# SPDX-License-Identifier: Apache-2.0
"""Pages that are opened in a loop take no session from a visitor that waits for its socket."""

from target import ATTACKER, QUICK, Page, Server, run

SESSIONS = 300 if QUICK else 10_000


def attack(verdict):
    limits = f"sessions={SESSIONS} waitingSessionsPerAddress={SESSIONS // 2} connectTimeout=600"
    with Server(limits=limits) as server:
        loaded = [server.get("/clicks")[1] for _ in range(5)]
        client = server.connect(ATTACKER)
        pages = 0
        while pages < SESSIONS * 6 // 5:
            client.sendall(server.head("/clicks") * 50)
            received = b""
            while received.count(b"</html>") < 50:
                piece = client.recv(65536)
                if not piece:
                    raise ConnectionError("the server has closed the connection")
                received += piece
            pages += 50
        welcomes = [Page(server, html=html).hello() for html in loaded]
        kept = sum('"new":false' in welcome for welcome in welcomes)
        verdict.at_most(f"visitors that lost their session to {pages} pages", 5 - kept, 0)
        again = [Page(server, address=ATTACKER) for _ in range(3)]
        verdict.is_true("the other address is served too",
                        all('"new":false' in page.hello() for page in again))


run(attack)
