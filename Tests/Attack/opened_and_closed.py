# SPDX-License-Identifier: Apache-2.0
"""Sockets that are opened and closed leave no memory behind."""

from target import MB, QUICK, Page, Server, run, until

COUNT = 3_000 if QUICK else 20_000


def abandon(server, html, count):
    """Opens and leaves sockets: without a hello, cut off, and with a goodbye.

    All are of one session: what a session costs is another question.
    """
    for number in range(count):
        page = Page(server, html=html)
        if number % 4 == 0:
            page.close()
        else:
            page.hello()
            if number % 4 == 1:
                page.reset()
            elif number % 4 == 2:
                page.close()
            else:
                page.socket.sendall(bytes((0x88, 0x82, 0, 0, 0, 0, 3, 232)))
                page.close()


def attack(verdict):
    with Server(limits="headTimeout=2") as server:
        html = server.get("/clicks")[1]
        abandon(server, html, 1_000)
        before = server.memory()
        abandon(server, html, COUNT)
        until(lambda: server.memory() - before < MB)  # the last ones may be closing
        verdict.at_most(
            f"memory after {COUNT} more sockets", (server.memory() - before) / MB, 1, " MB")
        verdict.is_true("the server lives", server.is_alive)


run(attack)
