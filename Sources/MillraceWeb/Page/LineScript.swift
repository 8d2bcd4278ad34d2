// SPDX-License-Identifier: Apache-2.0

/// The page's connection to its server: the script opens it, opens it again and closes it; it is
/// served as `/millrace-line.js`.
///
/// It runs before the page's script, which uses it, and makes and reads most of the messages.
enum LineScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The connection of Millrace's page to its server, and the status text while there is none.
    "use strict";
    const millraceLine = (() => {
      const status = document.getElementById("millrace-status") ?? addStatus();
      const base = document.body.dataset.base ?? "";
      const path = base + "/millrace.socket";
      let page = null; // makes the hello, receives messages, is called when the connection is lost
      let socket = null;
      const patience = 4; // consecutive failures after which the page asks for a reason
      let timer = 0;
      let attempt = 0; // attempts since the latest connection that lasted
      let welcomedAt = 0; // the time at which the hello of this connection was answered
      let alarm = 0; // the timer while an answer of the server is expected
      let quiet = 0; // the timer while no answer is expected
      let refused = 0; // consecutive sockets that did not open
      let isRunning = false; // since then the server has said that it would open one
      let isLeaving = false;
      let isOver = false;

      // The end of the HTML has not arrived; therefore the page requests the whole tree.
      function addStatus() {
        const made = document.createElement("p");
        made.id = "millrace-status";
        made.setAttribute("role", "status");
        document.body.append(made);
        document.body.dataset.batch = 0;
        return made;
      }

      // Shows a status. While a dialog is open, only what is inside it can be pressed, and is read
      // by a screen reader.
      function show(...content) {
        const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
        const home = content.length && dialog ? dialog : document.body;
        if (status.parentNode !== home) home.append(status);
        status.replaceChildren(...content);
      }

      // Whether a message is an action of a person, and neither the state of the page nor typed
      // text, which is sent again to a new session. A drag or a long press is an action when it
      // ends; a movement of the pointer above a view has no such end.
      const isAction = ({ t, kind, phase }) =>
        t === "event" && (kind === "drag" ? phase === "ended"
          : !["input", "focus", "hover", "rows", "address", "browser"].includes(kind));

      // The event of the same control that a new one replaces, of those that were not sent yet.
      // Movements above several elements take turns, so those of other elements can come after it.
      function replaceable({ node, kind, phase }, unsent) {
        const isMovement = (one) => one.kind === "drag" && one.phase === "changed";
        for (const one of unsent.reverse()) {
          if (one.node === node && one.kind === kind && one.phase === phase) {
            return ["input", "rows", "address", "browser", "drag"].includes(kind) ? one : null;
          }
          if (!isMovement(one) || !isMovement({ kind, phase })) return null;
        }
        return null;
      }

      let answered = new Set(); // fields with an acknowledged input, and no other action after it
      let isAnswer = false; // the latest message acknowledges an event
      // Called with the events that a message acknowledges, and with the controls of all events.
      function settle(events, controls) {
        isAnswer = events.length > 0;
        for (const event of events) {
          const control = controls.get(event);
          if (event.kind === "input") {
            millraceFields.told.set(control, event.value);
            answered.add(control);
          } else if (isAction(event)) {
            answered = new Set([control].filter((own) => answered.has(own)));
          }
        }
      }
      // True if the text that the latest message has for a field is what has become of a typed one.
      // What the server, or another person, does with the field later is not.
      const answers = (field) => isAnswer && answered.has(field);

      // Called with the events that were dropped because their session has ended, and whether a
      // file was lost. The server can have carried out the events that were sent. The status
      // remains until the next action, or until the connection is lost again.
      function warn(events, hasFile) {
        const isLost = hasFile || events.some(isAction);
        if (isLost) show("Your last action may not have been carried out.");
      }

      function connect() {
        clearTimeout(timer);
        const scheme = location.protocol === "https:" ? "wss:" : "ws:";
        const mine = new WebSocket(`${scheme}//${location.host}${path}`);
        socket = mine;
        refused += 1;
        // If no answer arrives, the page tries again; later attempts have more time.
        alarm = setTimeout(drop, Math.min(60_000, 12_000 * Math.max(1, attempt)));
        mine.onopen = () => {
          [refused, isRunning] = [0, false];
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
        // The delay between attempts grows until a connection lasts longer than five seconds.
        if (welcomedAt && performance.now() - welcomedAt > 5000) attempt = 0;
        [alarm, welcomedAt] = [0, 0];
        page.lost(code);
        if (isLeaving) return;
        if (code === 4003) return location.reload();
        if (code === 4002) return end(reason);
        let delay = Math.min(5000, 200 * 2 ** attempt++) * (0.5 + Math.random() / 2);
        if (code === 1012) { // the reason is the delay
          show("The server is restarting…");
          // A timer takes at most 31 bits; with more it would run at once.
          if (/^\d+$/.test(reason)) delay = Math.min(Number(reason), 2 ** 31 - 1);
        } else if (refused < patience) {
          show("Reconnecting…");
        } else {
          explain();
        }
        timer = setTimeout(connect, delay);
      }

      // Requests the address of the socket without an upgrade; the response contains the reason.
      async function explain() {
        try {
          // A browser sends no `Origin` with this request.
          const headers = { "X-Millrace-Origin": location.origin };
          const answer = await fetch(path, { cache: "no-store", headers });
          const text = await answer.text();
          const first = new DOMParser().parseFromString(text, "text/html").querySelector("p");
          if (!first || answer.ok || refused < patience || socket || isOver) return;
          const isOpening = answer.status === 426; // the server would open a WebSocket
          // It can have started after the last attempt. The next one will show that.
          if (isOpening && !isRunning) return isRunning = true;
          const reason = isOpening ? "something between it and the server blocks WebSockets."
            : first.textContent.replace("The request was refused: ", "");
          show(`The server refuses this page: ${reason}`);
          clearTimeout(timer);
          timer = setTimeout(connect, 20_000 * (0.5 + Math.random() / 2));
        } catch {
          if (!socket && !isOver) show("Reconnecting…"); // no server answers
        }
      }

      // The person's session gets a new cookie. The first response sets it; scripts cannot read it.
      // The second request proves that the browser has the cookie. No other tab gets a cookie in
      // between, unless the tab that has the lock takes more than three seconds; the browser has
      // locks only on pages of HTTPS and of this machine. A failure needs no report: on the server
      // `renew()` throws.
      async function renew(token) {
        const asked = { method: "POST", headers: { "X-Millrace-Token": token }, cache: "no-store" };
        async function exchange() {
          try {
            for (let turn = 0; turn < 2; turn++) {
              if (!(await fetch(base + "/millrace.renew", asked)).ok) return;
            }
          } catch {}
        }
        if (!navigator.locks) return exchange();
        const wait = new AbortController();
        setTimeout(() => wait.abort(), 3_000);
        const options = { signal: wait.signal };
        return navigator.locks.request(base + "/millrace.renew", options, exchange).catch(exchange);
      }

      // The session has ended because of an error, and a new session would end in the same way.
      function end(reason) {
        isOver = true;
        const button = document.createElement("button");
        button.textContent = "Reload";
        button.onclick = () => location.reload();
        show(`${reason || "This page has ended."} `, button);
      }

      // The server answers each message at once. If no answer arrives, the connection is dead; a
      // browser would notice that only after minutes.
      function send(message) {
        if (isAction(message)) show();
        socket?.send(JSON.stringify(message));
        if (welcomedAt) alarm ||= setTimeout(drop, 15_000);
      }

      // Checks the connection of an idle page; any message of the server is an answer.
      function ask() {
        if (welcomedAt) send({ t: "ask" });
      }

      // Abandons the connection without waiting for the server's close frame.
      function drop() {
        const mine = socket;
        if (!mine) return;
        lost({ code: 1006 });
        mine.close();
      }

      // Called when the server has answered the hello.
      function welcomed() {
        welcomedAt = performance.now();
        show();
      }

      function open(of) {
        page = of;
        connect();
      }

      // Called when the page is visible again, or the network is available again. An attempt that
      // began before is dropped, because it could remain without an answer.
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
      return { open, send, settle, answers, replaceable, warn, welcomed, renew, drop };
    })();
    """#
}
