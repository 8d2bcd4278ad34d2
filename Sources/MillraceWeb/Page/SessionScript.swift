// SPDX-License-Identifier: Apache-2.0

/// The script that keeps what a person has done on the page when a new session begins: typed text,
/// the focus, and the report of a file that was lost; it is served as `/millrace-session.js`.
///
/// It runs before the page's script, which uses it and sends the messages.
enum SessionScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // What Millrace's page keeps when a new session begins, whose elements have new numbers.
    "use strict";
    const millraceSession = (() => {
      const main = document.getElementById("millrace");
      const { texts, label, shown, typed, written, held, listener, tell } = millraceFields;

      const identifier = (field) => field.dataset.testid ?? "";
      // What identifies a field, the most exact first: a number in a label can be a count, and an
      // identifier of the application is the same whatever the label is.
      const names = [
        (field) => `${field.type} ${identifier(field)} ${label(field)}`,
        (field) => `${field.type} ${identifier(field)} ${label(field)?.replace(/\p{N}+/gu, "0")}`,
        (field) => identifier(field) && `${field.type} ${identifier(field)}`,
      ];

      // The index of each text, or -1 if it occurs more than once.
      function only(texts) {
        const places = new Map();
        texts.forEach((text, index) => places.set(text, places.has(text) ? -1 : index));
        return places;
      }

      // Pairs the old and the young fields with one name. If there are several, their texts on the
      // server are compared too. Two fields are counterparts if each is the only one with its text,
      // or if all texts are the same in the same order.
      function pair(old, young, counterparts) {
        const [oldTexts, youngTexts] = [old.map(held), young.map(held)];
        const isAll = old.length === young.length &&
          oldTexts.every((text, index) => text === youngTexts[index]);
        const [onlyOld, onlyYoung] = [only(oldTexts), only(youngTexts)];
        old.forEach((field, index) => {
          const text = oldTexts[index];
          if (isAll) counterparts.set(field, young[index]);
          else if (onlyOld.get(text) >= 0 && onlyYoung.get(text) >= 0) {
            counterparts.set(field, young[onlyYoung.get(text)]);
          }
        });
      }

      // The counterparts of the page's fields in the tree of a new session. Fields whose names are
      // not exactly the same are counterparts only if no other field has such a name: the fields of
      // a removed row and of an added row are not.
      function pairs(fresh) {
        const counterparts = new Map();
        for (const name of names) {
          const groups = new Map();
          const taken = new Set(counterparts.values());
          [main, fresh].forEach((root, side) => {
            for (const field of root.querySelectorAll(texts)) {
              const key = name(field);
              if (!key) continue;
              if (!groups.has(key)) groups.set(key, [[], []]);
              groups.get(key)[side].push(field);
            }
          });
          for (const [old, young] of groups.values()) {
            const isOne = old.length === 1 && young.length === 1;
            if (isOne && !counterparts.has(old[0]) && !taken.has(young[0])) {
              counterparts.set(old[0], young[0]);
            } else if (name === names[0]) pair(old, young, counterparts);
          }
        }
        return counterparts;
      }

      // The button with the focus is paired by its name, because a key presses it. If the trees
      // have different numbers of such buttons, it has no counterpart, and the focus is lost.
      function pairButton(fresh, counterparts) {
        const button = document.activeElement;
        if (button.localName !== "button" || !main.contains(button)) return;
        const isSame = ({ textContent, ariaLabel }) =>
          textContent === button.textContent && ariaLabel === button.ariaLabel;
        const [old, young] = [main, fresh].map((root) =>
          [...root.querySelectorAll("button")].filter(isSame));
        const other = old.length === young.length ? young[old.indexOf(button)] : button;
        counterparts.set(button, other).set(other, button);
      }

      // Copies the texts of the fields that were used into the fields of a new session's tree. If
      // the server has a text that the page does not know, the server's text is used, unless an
      // input method is composing text in the field.
      function transfer(fresh, composing, sentBy) {
        const counterparts = pairs(fresh);
        for (const [old, young] of counterparts) {
          const inputs = sentBy(old).filter(({ kind }) => kind === "input");
          const sent = inputs.map(({ value }) => shown(old, value));
          const known = [written(old), held(old), ...sent];
          const keeps = old === composing || (typed.has(old) && known.includes(written(young)));
          if (!keeps) continue;
          young.value = old.value;
          typed.set(young, old.value);
        }
        pairButton(fresh, counterparts);
        return counterparts;
      }

      // The focus of the person is kept: no other element of the new tree gets it. The gain is
      // reported to the server first, then the losses.
      function keepFocus(element) {
        const owner = listener(element, "focus");
        if (owner && !owner.hasAttribute("autofocus")) {
          owner.setAttribute("autofocus", "");
          tell(owner, "focus", true);
        }
        for (const other of main.querySelectorAll("[autofocus]")) {
          if (other === owner) continue;
          other.removeAttribute("autofocus");
          if (listener(other, "focus") === other) tell(other, "focus", false);
        }
      }

      // A typed text that was sent to a new session is taken over there, as it was when the focus
      // left its field.
      function commit(field) {
        const isListening = listener(field, "focus") === field;
        if (isListening && field !== document.activeElement) tell(field, "focus", false);
      }

      // A browser restores texts that are not those of the page's HTML. A text that only the server
      // has changed is not restored: the server can have a newer one then.
      addEventListener("pagehide", () => main.querySelectorAll(texts).forEach((field) => {
        if (!typed.has(field) && field.value === held(field)) field.defaultValue = field.value;
      }));

      // True if a file was chosen that the server did not get.
      const hasFile = () => main.querySelector(".mv-files:is([aria-busy], :invalid)") !== null;

      return { transfer, keepFocus, commit, hasFile };
    })();
    """#
}
