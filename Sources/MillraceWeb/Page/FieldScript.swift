// SPDX-License-Identifier: Apache-2.0

/// The script that tracks the text of the page's fields and the text that the server has; it is
/// served as `/millrace-fields.js`.
///
/// It keeps the caret where the person expects it when the server changes the text. It also has the
/// helpers that the scripts after it share. It runs before the page's script, which uses it and
/// sends the messages.
enum FieldScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The fields of Millrace's page: the text that was typed, and the text that the server has.
    "use strict";
    const millraceFields = (() => {
      const main = document.getElementById("millrace");
      const most = Number(document.body.dataset.messageBytes) - 200; // for the rest of a message
      const typed = new WeakMap(); // used field -> stored text; undefined if an answer changed it
      const told = new WeakMap(); // field -> the latest text that the server sent or acknowledged
      const texts = "[data-on~='input']";

      // A text as a field shows it: without line breaks in a field of one line, or as the nearest
      // step of a slider.
      function shown(field, text) {
        if (field.localName === "textarea" && !/\r/.test(text)) return text; // copies are slow
        const copy = field.cloneNode(false);
        copy.value = text;
        return copy.value;
      }

      // The text of the page's HTML, and the one that the server has.
      const written = (field) => shown(field, field.defaultValue);
      const held = (field) => told.has(field) ? shown(field, told.get(field)) : written(field);
      const isTyped = (field) => typed.get(field) !== undefined;

      // The label of a field, without the controls and the badges in it.
      function label(field) {
        if (field.ariaLabel !== null) return field.ariaLabel;
        const copy = field.closest("label")?.cloneNode(true);
        const parts = copy?.querySelectorAll("textarea, select, button, .mv-badge") ?? [];
        for (const part of parts) part.remove();
        return copy?.textContent;
      }

      function caret(field) {
        if (typeof field?.selectionStart !== "number") return null;
        return { start: field.selectionStart, end: field.selectionEnd };
      }

      // The text and the caret before the latest key, and before the first key that changed the
      // server's text: if the server refuses the keys, the caret returns there. A selection is not
      // selected again, so that the next key does not replace it.
      const keys = new WeakMap();
      main.addEventListener("beforeinput", ({ target }) => {
        if (!target.matches(texts)) return;
        const last = { text: target.value, ...caret(target) };
        const first = last.text === held(target) ? last : keys.get(target)?.first ?? last;
        keys.set(target, { last, first, isNew: true });
      });
      // An input without such an event, for example by an extension, makes them invalid.
      function noteInput(field) {
        const key = keys.get(field);
        if (key?.isNew) Object.assign(key, { isNew: false, end: caret(field)?.end });
        else keys.delete(field);
      }

      // The place in a new text that corresponds to a place in the old one: the text before it or
      // after it is the same, or as many letters and digits come after it.
      function moved(at, old, value) {
        const tail = old.slice(at);
        if (!tail) return value.length;
        if (value.startsWith(old.slice(0, at))) return at;
        const isCounted = (unit) => /[\p{L}\p{N}]/u.test(unit);
        let left = tail.split("").filter(isCounted).length;
        if (!left || value.endsWith(tail)) return Math.max(0, value.length - tail.length);
        let place = value.length;
        while (left && place) if (isCounted(value[--place])) left -= 1;
        return place;
      }

      function set(field, value, answersInput = false) {
        const old = field.value;
        if (old === value) return;
        const now = document.activeElement === field ? caret(field) : null;
        const { last, first, end } = keys.get(field) ?? {};
        const before = now?.end === end && [last, first].find((key) => key?.text === value);
        field.value = value;
        typed.has(field) && answersInput ? typed.set(field, undefined) : typed.delete(field);
        if (!now) return;
        const [from, to] = before ? [before.end, before.end]
          : [now.start, now.end].map((at) => moved(at, old, value));
        field.setSelectionRange(from, to);
      }

      function showHeld(field) { field.value = held(field); }

      // Shows the text again that the field had before the person's last input.
      function restore(field) {
        const text = typed.get(field);
        set(field, text ?? held(field), true);
        if (text !== undefined) typed.set(field, text);
      }

      const size = (text) => text.length * 6 <= most ? 0
        : new TextEncoder().encode(JSON.stringify(text)).length;
      const isDate = (field) => ["date", "time", "datetime-local"].includes(field.type);

      // Stores the text of a field for sending; returns false if it cannot be sent. If a text is
      // too long for a message, the previous text is restored and the field reports the reason. An
      // incomplete date is not sent.
      function take(field) {
        noteInput(field);
        if (isDate(field) && !(field.value && field.validity.valid)) return false;
        if (size(field.value) > most) {
          restore(field);
          const limit = most.toLocaleString(document.documentElement.lang);
          field.setCustomValidity(`This text is too long: the maximum is ${limit} bytes.`);
          field.reportValidity();
          return false;
        }
        field.setCustomValidity("");
        typed.set(field, field.value);
        return true;
      }
      for (const kind of ["keydown", "focusout"]) {
        main.addEventListener(kind, ({ target }) => {
          if (!target.matches(texts)) return;
          if (!isDate(target)) target.setCustomValidity("");
          else if (kind === "focusout" && !(target.value && target.validity.valid)) restore(target);
        });
      }

      // A browser that goes back in its history restores checkboxes and choices. Those that were
      // not used since are reset to the values of the page's HTML.
      function resetChoices(isUsed) {
        for (const box of main.querySelectorAll("[type=checkbox], [type=radio]")) {
          if (!isUsed(box)) box.checked = box.defaultChecked;
        }
        for (const option of main.querySelectorAll("option")) {
          if (!isUsed(option.closest("select"))) option.selected = option.defaultSelected;
        }
      }

      // The nearest element, from the target outwards, that matches, or that listens for a kind of
      // event. A dialog or popover is as a window: what is around it gets none of its events.
      const nearest = (target, selector) => [target?.closest?.(`${selector}, dialog, .mv-popover`)]
        .find((near) => near?.matches(selector)) ?? null;
      const listener = (target, kind) => nearest(target, `[data-on~="${kind}"]`);

      // What has its own clicks inside a row or inside a view with a gesture.
      const inner = `button, a, input, select, textarea, summary, label:not(.mv-progress), dialog,
        .mv-popover, .mv-menu-items`;
      // The element that a click taps, or null. A click on a control in a row does not select it.
      function tapped(target) {
        const element = listener(target, "tap");
        const part = element?.localName === "li" ? target.closest(inner) : null;
        return part && element.contains(part) ? null : element;
      }

      // Passes an event of a person to the page's script, which sends it to the server.
      const tell = (element, ...detail) => element.dispatchEvent(
        new CustomEvent("millrace", { bubbles: true, detail }));

      return {
        texts, label, shown, told, typed, written, held, isTyped, caret, set, showHeld, take,
        resetChoices, nearest, listener, inner, tapped, tell,
        // In Safari only the key code 229 shows that a key that ends a composition is part of it.
        isComposing: (event) => event.isComposing || event.keyCode === 229,
        isField: (element) => element.matches("input, textarea, select"),
        isChord: ({ ctrlKey, metaKey, altKey, shiftKey }) =>
          ctrlKey || metaKey || altKey || shiftKey,
        // The radio buttons of a group are one control.
        owner: (element) =>
          element.type === "radio" ? element.closest("[role=radiogroup]") : element,
      };
    })();
    """#
}
