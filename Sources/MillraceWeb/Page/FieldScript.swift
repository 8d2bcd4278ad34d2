// SPDX-License-Identifier: Apache-2.0

/// The script that knows what the fields of a page hold, how much of that the server has, and which
/// fields of a fresh tree take their place; served as `/millrace-fields.js`.
///
/// It runs before the page's script, which uses it, and knows nothing of what is sent.
enum FieldScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The fields of Millrace's page: what was typed, and how much of it the server has.
    "use strict";
    const millraceFields = (() => {
      const main = document.getElementById("millrace");
      const most = Number(document.body.dataset.messageBytes) - 200; // the message is around it
      const typed = new WeakMap(); // field -> what was typed into it, as it was last sent
      const told = new WeakMap(); // field -> the last text that the server sent or acknowledged
      const texts = "[data-on~='input']";

      // A text as a field shows it: in one line, or as a step of a slider.
      function shown(field, text) {
        const copy = field.cloneNode(false);
        copy.value = text;
        return copy.value;
      }

      // The text of the page's HTML, and the one that the server has.
      const written = (field) => shown(field, field.defaultValue);
      const held = (field) => told.has(field) ? shown(field, told.get(field)) : written(field);
      const isTyped = (field) => typed.has(field);

      function caret(field) {
        if (typeof field?.selectionStart !== "number") return null;
        return { start: field.selectionStart, end: field.selectionEnd };
      }

      function set(field, value) {
        if (field.value === value) return;
        const old = caret(field);
        const wasAtEnd = old?.end === field.value.length;
        field.value = value;
        typed.delete(field);
        if (!old || document.activeElement !== field) return;
        const end = wasAtEnd ? value.length : Math.min(old.end, value.length);
        field.setSelectionRange(old.start === old.end ? end : Math.min(old.start, end), end);
      }

      const size = (text) => text.length * 6 <= most ? 0
        : new TextEncoder().encode(JSON.stringify(text)).length;
      const isDate = (field) => ["date", "time", "datetime-local"].includes(field.type);

      // Whether what was typed can be sent. A text that is too long for a message would be refused
      // each time: the field gets its last text back, and says why. A date may be half typed.
      function take(field) {
        if (isDate(field) && !(field.value && field.validity.valid)) return false;
        if (size(field.value) > most) {
          set(field, typed.get(field) ?? held(field));
          const limit = most.toLocaleString(document.documentElement.lang);
          field.setCustomValidity(`This text is too long to be sent: it may have ${limit} bytes.`);
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
          else if (kind === "focusout" && !(target.value && target.validity.valid)) {
            set(target, typed.get(target) ?? held(target));
          }
        });
      }

      // The index of each text; -1 for one that is there several times.
      function only(texts) {
        const places = new Map();
        texts.forEach((text, index) => places.set(text, places.has(text) ? -1 : index));
        return places;
      }

      // The fields of a fresh tree that take the place of the page's, where no number tells: those
      // with the same label, and where several have that label, with the same text too.
      function pairs(fresh) {
        const groups = new Map();
        [main, fresh].forEach((root, side) => {
          for (const field of root.querySelectorAll(texts)) {
            const label = field.getAttribute("aria-label") ?? field.closest("label")?.textContent;
            const key = `${field.type} ${label}`;
            if (!groups.has(key)) groups.set(key, [[], []]);
            groups.get(key)[side].push(field);
          }
        });
        const heirs = new Map();
        for (const [old, young] of groups.values()) {
          const [oldTexts, youngTexts] = [old.map(held), young.map(held)];
          const isOne = old.length === 1 && young.length === 1;
          const isAll = old.length === young.length &&
            oldTexts.every((text, index) => text === youngTexts[index]);
          const [onlyOld, onlyYoung] = [only(oldTexts), only(youngTexts)];
          old.forEach((field, index) => {
            const text = oldTexts[index];
            if (isOne || isAll) heirs.set(field, young[index]);
            else if (onlyOld.get(text) >= 0 && onlyYoung.get(text) >= 0) {
              heirs.set(field, young[onlyYoung.get(text)]);
            }
          });
        }
        return heirs;
      }

      // Gives the fields of a new session's tree what was typed and the server does not have. Where
      // the server has a text that the page did not know, the server's text counts, unless an input
      // method is at work in the field.
      function bequeath(fresh, composing, sentOf) {
        const heirs = pairs(fresh);
        for (const [old, heir] of heirs) {
          const known = [written(old), held(old), ...sentOf(old).map((text) => shown(old, text))];
          const keeps = old === composing || (isTyped(old) && known.includes(written(heir)));
          if (!keeps) continue;
          heir.value = old.value;
          typed.set(heir, old.value);
        }
        return heirs;
      }

      // A browser that goes back restores ticks and choices; those that were not used since are
      // set as the page's HTML says.
      function resetChoices(isUsed) {
        for (const box of main.querySelectorAll("[type=checkbox], [type=radio]")) {
          if (!isUsed(box)) box.checked = box.defaultChecked;
        }
        for (const option of main.querySelectorAll("option")) {
          if (!isUsed(option.closest("select"))) option.selected = option.defaultSelected;
        }
      }

      return {
        texts, told, written, isTyped, caret, set, take, bequeath, resetChoices,
        // In Safari only the code 229 tells that the key which ends a composition is part of it.
        isComposing: (event) => event.isComposing || event.keyCode === 229,
        isField: (element) => element.matches("input, textarea, select"),
      };
    })();
    """#
}
