# SPDX-License-Identifier: Apache-2.0
"""Large pages that stay connected take limited memory, and no page from another visitor."""

from target import ATTACKER, MB, QUICK, Page, Server, opened, run, until

LIMIT = (16 if QUICK else 128) * MB  # of HTML of one address
MORE = 10 if QUICK else 100  # pages that are requested beyond it
PATH = "/large/stack"


def connect(server, html):
    page = Page(server, PATH, address=ATTACKER, html=html)
    page.hello()
    return page


def attack(verdict):
    with Server(limits=f"pageBytesPerAddress={LIMIT}") as server:
        visitor = opened(server)
        size = len(server.get(PATH)[1])
        most = LIMIT // size + 3  # the answer has a head, and the last page may be beyond it
        before, pages, refused, longest, cost = server.memory(), [], set(), 0, 0
        for _ in range(most + MORE):
            status, html = server.get(PATH, address=ATTACKER)
            if status == 200:
                pages.append(connect(server, html))
            else:
                refused.add(status)
            longest = max(longest, visitor.click())
            if len(pages) == 3:
                cost = cost or (server.memory() - before) / 3
        verdict.at_most(f"pages of {size / MB:.2f} MB of one address", len(pages), most)
        verdict.is_true(f"the others are refused with status {refused}", refused == {503})
        verdict.at_most(
            "memory by all of them, which is that of so many as the first three",
            (server.memory() - before) / MB, int(1.5 * most * cost / MB) + 8, " MB")
        verdict.at_most("a click of another visitor meanwhile", longest, 5, " s")
        try:
            connect(server, "a page whose session is gone")
            reason = "it was made"
        except ConnectionError as error:
            reason = str(error)
        verdict.is_true(f"a page that a socket asks for: {reason}", reason == "closed with 1013")
        verdict.is_true("another visitor has its large page", server.get(PATH)[0] == 200)
        for page in pages:
            page.close()
        verdict.is_true(
            "the address is served again when its pages have gone",
            until(lambda: server.get(PATH, address=ATTACKER)[0] == 200))
        verdict.is_true("the server lives", server.is_alive)


run(attack)
