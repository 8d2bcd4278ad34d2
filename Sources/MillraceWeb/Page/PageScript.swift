// SPDX-License-Identifier: Apache-2.0

/// The page's side of the protocol, which is served as `/millrace.js`.
enum PageScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The page's side of the protocol: sends the events of a person, and applies the patches.
    // Events are numbered and stored until the server has acknowledged them, so that a lost
    // connection neither loses nor repeats an event, as long as the session exists.
    "use strict";
    (() => {
      const main = document.getElementById("millrace");
      const heading = document.getElementById("millrace-title");
      const page = document.body.dataset.page;
      const fields = millraceFields;
      const { listener, owner } = fields;
      const { isHeld, disable, openDialogs, refuseFocus } = millraceElements;
      let session = document.body.dataset.session;
      let batch = Number(document.body.dataset.batch); // the last batch of patches applied

      // Events to the server -------------------------------------------------------------------
      let said = ""; // the address in the latest hello
      let welcomed = false; // the server has answered the hello of this connection
      let seq = 0; // number of the latest event
      let sent = 0; // number of the latest event that was sent
      let waiting = []; // events without acknowledgement, oldest first
      let lastEvent = new WeakMap(); // control, or main for the focus -> number of its last event
      const controls = new WeakMap(); // event -> control that caused it
      let composing = null; // the field in which an input method is composing text
      let isOpening = true; // the first tree of a session, or the changes of its `onAppear`, arrive
      // The element that got the focus from the browser, as the server wants it, or in its dialog.
      let given = main.querySelector("[autofocus]:focus");

      function send(element, kind, value, control = element) {
        const event = { t: "event", seq: seq + 1, node: Number(element.dataset.n), kind };
        if (typeof value === "object") Object.assign(event, value);
        // A lone surrogate, as between two keys of an input method, cannot be sent.
        else if (typeof value === "string") event.value = value.replace(/\p{Cs}/gu, "\ufffd");
        else if (value !== undefined) event.value = value;
        const old = millraceLine.replaceable(event, waiting.filter(({ seq }) => seq > sent));
        if (old) Object.assign(old, event, { seq: old.seq });
        else waiting.push(event);
        seq = waiting.at(-1).seq;
        controls.set(old ?? event, control);
        // A focus that a person has moved is an event of `main`; the server can move it too.
        if (kind !== "focus" || control === main) lastEvent.set(owner(control), (old ?? event).seq);
        if (welcomed) sendWaiting();
      }

      function sendWaiting(isLeaving = false) {
        for (const event of waiting.filter(({ seq }) => seq > sent)) {
          // A drag or a long text waits until all events that were sent are acknowledged.
          const isLarge = event.kind === "drag" || event.value?.length > 4000;
          if (isLarge && !isLeaving && waiting[0].seq <= sent) return;
          millraceLine.send(event);
          sent = event.seq;
        }
      }

      function acknowledged(ack) {
        const heard = waiting.filter(({ seq }) => seq <= ack);
        waiting = waiting.slice(heard.length);
        millraceLine.settle(heard, controls);
        if (welcomed) sendWaiting();
      }

      // True for a control that was used after the event `ack`, or in which an input method is
      // composing text; the server's value is then older.
      const isNewer = (one, ack) => one === composing || lastEvent.get(owner(one)) > ack;
      const sendInput = (field) => fields.take(field) && send(field, "input", field.value);

      main.addEventListener("click", (event) => {
        const element = fields.tapped(event.target);
        if (element && !element.disabled && !isHeld(element)) send(element, "tap");
      });
      main.addEventListener("input", (event) => {
        const field = listener(event.target, "input");
        if (field && !event.isComposing) sendInput(field);
      });
      function endComposition() {
        const field = composing;
        composing = null;
        if (field) sendInput(field);
      }
      main.addEventListener("compositionstart", ({ target }) =>
        composing = listener(target, "input"));
      main.addEventListener("compositionend", endComposition);
      addEventListener("pagehide", () => { endComposition(); if (welcomed) sendWaiting(true); });
      main.addEventListener("change", (event) => {
        const toggle = listener(event.target, "toggle");
        const select = listener(event.target, "select");
        if (toggle) send(toggle, "toggle", event.target.checked, event.target);
        else if (select) send(select, "select", event.target.value, event.target);
      });
      main.addEventListener("millrace", (event) => send(event.target, ...event.detail));
      const sendBrowser = (state) =>
        welcomed && (send(main.firstElementChild, "browser", state, millraceBrowser), true);
      main.addEventListener("submit", (event) => {
        event.preventDefault();
        const form = listener(event.target, "submit");
        if (form) send(form, "submit");
      });

      // Patches from the server ----------------------------------------------------------------
      const { find, discard, isAlike } = millraceTree;

      function setAttribute(element, name, value, ack) {
        const on = value !== null;
        if (name === "value" && fields.isField(element)) {
          const text = value ?? "";
          fields.told.set(element, text);
          if (!isNewer(element, ack)) fields.set(element, text, millraceLine.answers(element));
        } else if (name === "checked" || name === "selected") {
          if (isNewer(element.closest("select") ?? element, ack)) return;
          element.toggleAttribute(name, on); // what `resetChoices` restores
          element[name] = on;
        } else if (name === "disabled") disable(element, on);
        else if (name === "autofocus" && isNewer(main, ack)) refuseFocus(element, on);
        else {
          if (on) element.setAttribute(name, value);
          else element.removeAttribute(name);
          // A slider whose bounds have changed shows the step that is now nearest to its value.
          if (element.type === "range" && !isNewer(element, ack)) fields.showHeld(element);
        }
      }

      main.addEventListener("focusin", ({ target }) => {
        if (!welcomed && target.matches("[autofocus]")) given = target;
      });
      // Notifies other scripts before and after the page changes.
      const changing = (when) =>
        main.dispatchEvent(new CustomEvent("millrace-change", { detail: when }));
      const setTitle = (title) => { document.title = heading.textContent = title; };

      const verbs = {
        text: (ack, id, text) => { find(id).textContent = text; },
        set: (ack, id, name, value) => setAttribute(find(id), name, value, ack),
        unset: (ack, id, name) => setAttribute(find(id), name, null, ack),
        insert: (ack, parent, before, html) =>
          millraceTree.insert(parent, before, html, isNewer(main, ack)),
        move: (ack, id, parent, before, last) => millraceTree.move(id, parent, before, last),
        remove: (ack, id, last) => millraceTree.remove(id, last),
        title: (ack, title) => setTitle(title),
        address: (ack, address, replaces) => {
          // An address that the person opened after the event `ack` is newer than the patch.
          if (!isNewer(main.firstElementChild, ack)) millraceAddress.show(address, replaces);
        },
        open: (ack, address) => millraceBrowser.open(address),
      };

      // Runs work that can move elements, then restores the focus and the caret: in the same field,
      // or in its counterpart in the map that the work returns.
      function keepingFocus(work) {
        const before = document.activeElement;
        const caret = fields.caret(before);
        const counterparts = work();
        const after = document.activeElement;
        openDialogs();
        if (document.activeElement !== after) given = document.activeElement;
        const field = main.contains(before) ? before : counterparts?.get(before);
        if (field && field !== document.activeElement) {
          field.focus({ preventScroll: true });
          if (caret) field.setSelectionRange(caret.start, caret.end);
        }
        if (!isOpening || field === given) return;
        if (field === document.activeElement) millraceSession.keepFocus(field);
      }

      // Changes an old element into a fresh one. Elements that match stay in the page, with their
      // focus, caret and typed text. In a new session the numbers of elements do not match; then
      // `counterparts` pairs the old fields, and the button with the focus, with the fresh ones.
      function morph(old, fresh, ack, counterparts) {
        const [before, now] = [old.value, fresh.value]; // a child that moves takes the text with it
        const keeps = isNewer(old, ack) || (!counterparts && old.type === "password" &&
          fields.isTyped(old) && !fresh.hasAttribute("value")); // the page has only empty ones
        const keepsFiles = old.type === "file" && !counterparts; // they can be on their way
        // A later session begins with the text with which this one has begun.
        const isOld = !counterparts && old.matches(fields.texts);
        for (const { name } of [...old.attributes]) {
          const stays = ["open", keepsFiles && "aria-busy", isNewer(main, ack) && "autofocus",
            isOld && "value"];
          if (!fresh.hasAttribute(name) && !stays.includes(name)) old.removeAttribute(name);
        }
        for (const { name, value } of fresh.attributes) {
          if (name === "value" && isOld) continue;
          if (name === "disabled") disable(old, true);
          else if (name === "autofocus" && isNewer(main, ack)) refuseFocus(old, true);
          else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
        }
        if (!isOld) morphChildren(old, fresh, ack, counterparts);
        if (!fields.isField(old) || keepsFiles) return;
        if (isOld) fields.told.set(old, fresh.defaultValue);
        else fields.told.delete(old);
        if (old.type === "checkbox" || old.type === "radio") {
          if (!keeps) old.checked = fresh.checked;
        } else if (!keeps) fields.set(old, now, millraceLine.answers(old));
        else if (old.value !== before) old.value = before;
      }

      function morphChildren(old, fresh, ack, counterparts) {
        const left = [...old.childNodes];
        const pairs = [...fresh.childNodes].map((next) => {
          const index = left.findIndex((node) => isAlike(node, next, counterparts));
          return [index < 0 ? next : left.splice(index, 1)[0], next];
        });
        left.forEach(discard); // first, so that the other nodes stay: a moved dialog would close
        let at = old.firstChild;
        for (const [kept, next] of pairs) {
          if (kept === at) at = at.nextSibling;
          else old.insertBefore(kept, at);
          if (kept === next) continue;
          if (kept.nodeType === Node.ELEMENT_NODE) morph(kept, next, ack, counterparts);
          else if (kept.data !== next.data) kept.data = next.data;
        }
      }

      // The connection ----------------------------------------------------------------------------
      function lost(code) {
        welcomed = false;
        if (code === 4001) session = ""; // another page has taken over the session
      }

      function receive(message) {
        try {
          if (message.t === "welcome") return welcome(message);
          if (message.t === "renew") return millraceLine.renew(message.token);
          acknowledged(message.ack);
          isOpening &&= !message.ack;
          if (message.t === "patch") {
            changing("before");
            keepingFocus(() => {
              for (const [verb, ...rest] of message.patches) verbs[verb](message.ack, ...rest);
            });
            [batch, isOpening] = [message.batch, false];
          }
          changing("after");
        } catch (error) {
          console.warn("Millrace: a message failed, and the page requests the whole tree:", error);
          batch = 0;
          millraceLine.drop();
        }
      }

      // In a new session the numbers of elements are new. Therefore events that were not
      // acknowledged are dropped, and the status mentions it. Typed text, and an address that was
      // opened after the hello, are sent again. The person keeps the focus.
      function welcome({ session: id, new: isNew, ack, batch: current, title, html, more }) {
        const [unheard, hasFile] = [waiting, millraceSession.hasFile()];
        isOpening ||= isNew;
        if (isNew) [waiting, seq, lastEvent, given] = [[], 0, new WeakMap(), null];
        acknowledged(ack);
        millraceLine.welcomed(); // first, because the status can be in a dialog that changes
        changing("before");
        if (html !== undefined) {
          const fresh = document.createElement("main");
          fresh.append(millraceTree.parse(html));
          const sentBy = (field) => unheard.filter((event) => controls.get(event) === field);
          keepingFocus(() => {
            const counterparts = isNew ? millraceSession.transfer(fresh, composing, sentBy) : null;
            morphChildren(main, fresh, ack, counterparts);
            return counterparts;
          });
          millraceTree.reset();
        }
        [session, batch, welcomed, isOpening] = [id, current, true, isOpening && more];
        document.body.dataset.session = id; // for uploads of files
        [seq, sent] = [Math.max(seq, ack), ack]; // the events in `waiting` are sent again
        setTitle(title);
        sendWaiting();
        if (isNew) {
          millraceLine.warn(unheard, hasFile);
          sendTyped();
          const address = millraceAddress.here(); // it can have changed since the hello
          if (address !== said) send(main.firstElementChild, "address", address);
        }
        millraceBrowser.check(); // it can have changed since the hello
        changing("welcome");
      }

      function sendTyped(isKnown = () => false) {
        for (const field of main.querySelectorAll(fields.texts)) {
          if (field.value === fields.held(field) || field === composing) continue;
          if (!isKnown(field)) sendInput(field);
          millraceSession.commit(field);
        }
      }

      keepingFocus(() => millraceTree.reset()); // opens the dialogs of the first page
      document.addEventListener("DOMContentLoaded", () => { // all scripts have run
        millraceFirst.replay();
        // Until `pageshow` a browser restores old fields: texts are sent, and choices are reset.
        const takeRestored = () => {
          sendTyped(fields.isTyped);
          fields.resetChoices((control) => lastEvent.has(owner(control)));
        };
        takeRestored();
        addEventListener("pageshow", takeRestored, { once: true });
        millraceLine.open({
          hello: () => {
            said = millraceAddress.here();
            const browser = millraceBrowser.start(sendBrowser);
            // An event that is sent again must not restore an older state.
            for (const event of waiting) if (event.kind === "browser") event.value = browser;
            return { t: "hello", session, page, batch, address: said, browser };
          },
          receive, lost,
        });
      });
    })();
    """#
}
