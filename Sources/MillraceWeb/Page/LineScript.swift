// SPDX-License-Identifier: Apache-2.0

/// The page's line to its server: how it is opened, opened again and given up, served as
/// `/millrace-line.js`.
///
/// It runs before the page's script, which uses it, and knows nothing of what is sent.
enum LineScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The line of Millrace's page to its server, and what the page says while there is none.
    "use strict";
    const millraceLine = (() => {
      const status = document.getElementById("millrace-status");
      const base = document.body.dataset.base ?? "";
      const path = base + "/millrace.socket";
      let page = null; // says hello, receives messages, hears that the line is lost
      let socket = null;
      const patience = 4; // after so many failed sockets in a row the page asks why
      let timer = 0;
      let attempt = 0; // attempts since the last line that lasted
      let welcomedAt = 0; // when this line's hello was answered
      let alarm = 0; // set while an answer to what was sent has to come
      let quiet = 0; // set while the line is welcomed and nothing has to come
      let refused = 0; // sockets in a row that did not open
      let isLeaving = false;
      let isOver = false;

      function connect() {
        clearTimeout(timer);
        const scheme = location.protocol === "https:" ? "wss:" : "ws:";
        const mine = new WebSocket(`${scheme}//${location.host}${path}`);
        socket = mine;
        refused += 1;
        // The first answer may never come; one that is only slow gets more time at each attempt.
        alarm = setTimeout(drop, Math.min(60_000, 12_000 * Math.max(1, attempt)));
        mine.onopen = () => {
          refused = 0;
          send(page.hello());
        };
        mine.onmessage = (event) => {
          if (mine !== socket) return;
          clearTimeout(alarm);
          clearTimeout(quiet);
          alarm = 0;
          quiet = setTimeout(ask, 25_000);
          page.receive(JSON.parse(event.data));
        };
        mine.onclose = (event) => { if (mine === socket) lost(event); };
      }

      function lost({ code, reason }) {
        socket = null;
        for (const one of [alarm, quiet, timer]) clearTimeout(one);
        // A line that is lost at each welcome is opened less and less often.
        if (welcomedAt && performance.now() - welcomedAt > 5000) attempt = 0;
        [alarm, welcomedAt] = [0, 0];
        page.lost(code);
        if (isLeaving) return;
        if (code === 4003) return location.reload();
        if (code === 4002) return end(reason);
        let delay = Math.min(5000, 200 * 2 ** attempt++) * (0.5 + Math.random() / 2);
        if (code === 1012) { // the server says when it will be there again
          status.textContent = "The server restarts…";
          if (/^\d{1,6}$/.test(reason)) delay = Number(reason);
        } else if (refused < patience) {
          status.textContent = "Reconnecting…";
        } else {
          explain();
        }
        timer = setTimeout(connect, delay);
      }

      // The server tells a plain request why it opens no socket.
      async function explain() {
        try {
          // A plain request says nothing of its origin by itself.
          const headers = { "X-Millrace-Origin": location.origin };
          const answer = await fetch(path, { cache: "no-store", headers });
          const text = await answer.text();
          const first = new DOMParser().parseFromString(text, "text/html").querySelector("p");
          if (!first || answer.ok || refused < patience || socket || isOver) return;
          const reason = answer.status === 426 // a WebSocket would be welcome
            ? "something on the way lets no WebSocket through." : first.textContent;
          status.textContent = `The server refuses this page: ${reason}`;
          clearTimeout(timer);
          timer = setTimeout(connect, 20_000 * (0.5 + Math.random() / 2));
        } catch {
          if (!socket && !isOver) status.textContent = "Reconnecting…"; // there is no server
        }
      }

      // The person has a new session: the first answer brings its cookie, which no script sees,
      // and the second request shows that the browser has it.
      async function renew(token) {
        const asked = { method: "POST", headers: { "X-Millrace-Token": token }, cache: "no-store" };
        for (let turn = 0; turn < 2; turn++) {
          if (!(await fetch(base + "/millrace.renew", asked)).ok) return;
        }
      }

      // The page's session is over, and another one would end in the same way.
      function end(reason) {
        isOver = true;
        const button = document.createElement("button");
        button.textContent = "Reload";
        button.onclick = () => location.reload();
        status.replaceChildren(`${reason || "This page has ended."} `, button);
      }

      // The server acknowledges each event at once. A line that brings nothing is dead, which a
      // browser notices only after minutes.
      function send(message) {
        socket?.send(JSON.stringify(message));
        if (welcomedAt) alarm ||= setTimeout(drop, 15_000);
      }

      // A page that has nothing to say asks whether the line still holds: any message says so.
      function ask() {
        if (welcomedAt) send({ t: "ask" });
      }

      // Gives the line up, and does not wait until its closing is answered.
      function drop() {
        const mine = socket;
        if (!mine) return;
        lost({ code: 1006 });
        mine.close();
      }

      // The server has answered.
      function welcomed() {
        welcomedAt = performance.now();
        status.textContent = "";
      }

      function open(of) {
        page = of;
        connect();
      }

      // A person looks at the page again, or the network is there again. A connection that was
      // begun before may never be answered.
      function hurry() {
        if (!page || isOver || document.hidden) return;
        if (socket && !welcomedAt) drop();
        if (socket) ask();
        else connect();
      }
      document.addEventListener("visibilitychange", hurry);
      addEventListener("online", hurry);
      addEventListener("pagehide", () => { isLeaving = true; });
      addEventListener("pageshow", (event) => {
        isLeaving = false;
        if (event.persisted) hurry();
      });
      return { open, send, welcomed, renew, drop };
    })();
    """#
}
