// SPDX-License-Identifier: Apache-2.0

/// What the fields of a page hold, what of it the server has, and which fields of a fresh tree
/// stand for them; served as `/millrace-fields.js`.
///
/// It runs before the page's script, which uses it, and knows nothing of what is sent.
enum FieldScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The fields of Millrace's page: what was typed, and what of it the server has.
    "use strict";
    const millraceFields = (() => {
      const main = document.getElementById("millrace");
      const most = Number(document.body.dataset.messageBytes) - 200; // the message is around it
      const typed = new WeakMap(); // field -> what was typed into it, as it was last sent
      const told = new WeakMap(); // field -> the last text of the server, or acknowledged by it
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

      // Whether the server can have what was typed. A text that fits no message would be refused
      // for ever: the field has its last one again, and says why. A date may be half typed.
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

      // Where each text is; -1 for one that is there several times.
      function only(texts) {
        const places = new Map();
        texts.forEach((text, index) => places.set(text, places.has(text) ? -1 : index));
        return places;
      }

      // The fields of a fresh tree that stand for those of the page where no number says so: the
      // ones with the same label, and where several have it, with the same text.
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

      // Gives the fields of a new session's tree what was typed and the server has not. Where the
      // server has a text that the page did not know, that one counts, unless an input method is
      // at work in the field.
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

      // A browser that goes back ticks and chooses as it was when the page was left.
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
        // Safari says of the key that ends a composition only by its code that it belongs to it.
        isComposing: (event) => event.isComposing || event.keyCode === 229,
        isField: (element) => element.matches("input, textarea, select"),
      };
    })();
    """#
}
