// SPDX-License-Identifier: Apache-2.0

/// The script that moves the focus and the scroll position when their element is removed or
/// covered, selects tabs by the arrow keys, and brings open menus and popovers to the front; it is
/// served as `/millrace-focus.js`.
///
/// It does not depend on the server. It compares the page before and after each change.
enum FocusScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The focus and the scroll position of Millrace's pages when levels and rows appear and
    // disappear, and the views in front.
    "use strict";
    (() => {
      const main = document.getElementById("millrace");
      const texts = "textarea, select, input:not([type=checkbox], [type=radio], [type=range])";
      const levels = main.getElementsByClassName("mv-level");
      const controls = "button:not(:disabled), summary, a[href], input:not(:disabled), " +
        "select:not(:disabled), textarea:not(:disabled), [tabindex='0']";
      const left = new WeakMap(); // covered level -> its focused element and scroll positions
      let before = null; // the page before a change
      let outside = null; // the latest focused element outside of dialogs

      const isSeen = (element) => element.isConnected && element.getClientRects().length > 0;
      const focus = (element) => element?.focus({ preventScroll: true });
      const isRow = (node) => node.localName === "li" && !node.matches(".mv-gap, .mv-leaving");

      // The arrow keys select the tab on the right or on the left.
      main.addEventListener("keydown", (event) => {
        if (event.target.role !== "tab") return;
        const isRightToLeft = getComputedStyle(event.target).direction === "rtl";
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] * (isRightToLeft ? -1 : 1);
        if (!step || millraceFields.isChord(event)) return;
        event.preventDefault();
        const tabs =
          [...event.target.parentElement.querySelectorAll("[role=tab]:not(:disabled)")];
        const next = tabs.at((tabs.indexOf(event.target) + step) % tabs.length);
        next.focus();
        next.click();
      });

      // An element with one of these styles is drawn as a whole, behind later ones. It comes to the
      // front with an open menu or popover that it contains or is. A rule with :has() would make
      // changes of large pages slow.
      const wholes = ["blend", "filter", "mask", "opacity", "rotate", "scale", "transform",
        "translate", "z-index"].map((name) => `[style*="${name}"]`).join() + ", .mv-group";
      let raised = [];
      function raise() {
        for (const one of raised) one.removeAttribute("data-front");
        raised = [];
        const open = main.querySelectorAll("details.mv-menu[open], .mv-popover[data-on]");
        for (let one of open) {
          for (; !one.matches("main, dialog"); one = one.parentElement) {
            if (one.matches(wholes)) raised.push(one);
          }
        }
        for (const one of raised) one.setAttribute("data-front", "");
      }
      main.addEventListener("toggle", raise, true);

      main.addEventListener("focusin", ({ target }) => {
        if (!target.closest("dialog")) outside = target;
      });

      // The ancestors of an element that scroll vertically, including the page, with their scroll
      // positions.
      function places(element) {
        const all = [];
        for (let box = element.parentElement; box; box = box.parentElement) {
          if (box.scrollHeight > box.clientHeight) all.push([box, box.scrollLeft, box.scrollTop]);
        }
        return all;
      }

      // The rows around an element, inner rows first, each with the rows that can get its focus.
      function rowsAround(element) {
        const all = [];
        let row = element.closest("li");
        for (; row && main.contains(row); row = row.parentElement.closest("li")) {
          const rows = [...row.parentElement.children].filter(isRow);
          const at = rows.indexOf(row);
          const others = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
          all.push({ row, element, others });
        }
        return all;
      }

      function look() {
        const element = main.contains(document.activeElement) ? document.activeElement : null;
        const shown = [...levels].filter(isSeen);
        const rows = element ? rowsAround(element) : [];
        if (outside && element?.closest("dialog")) rows.push(...rowsAround(outside));
        before = { element, rows, shown: new Map(shown.map((level) => [level, places(level)])) };
      }

      // The element that gets the focus after a row was removed: the next row or a control in it,
      // or else the previous row or a control in it. There is none if a text field had the focus:
      // what a person is typing must not activate a control; the Tab key goes on from the place of
      // the removed row.
      function inNextRow() {
        for (const { row: gone, element, others } of before.rows) {
          const row = gone.isConnected ? null : others.find(isSeen);
          if (!row) continue;
          if (element.matches(texts)) return null;
          if (gone === element && row.matches(controls)) return row;
          const isMenu = element.closest(".mv-menu") !== null;
          const menu = isMenu && [...row.querySelectorAll(".mv-menu > summary")].at(-1);
          return menu || [...row.querySelectorAll(controls)].find(isSeen);
        }
        return null;
      }

      // Restores the scroll positions and the focus of a level that was covered; scrolls to the top
      // of any other level.
      function show(level) {
        const known = left.get(level);
        left.delete(level);
        if (known) {
          for (const [box, x, y] of known.places) [box.scrollLeft, box.scrollTop] = [x, y];
        } else {
          const top = Math.max(0, ...places(level).map(([box]) => box.getBoundingClientRect().top));
          const isAbove = level.getBoundingClientRect().top < top;
          if (isAbove) level.scrollIntoView({ behavior: "instant" });
        }
        const wasInside = [...before.shown.keys()].some((other) => other.contains(before.element));
        const isLost = document.activeElement === document.body || !isSeen(document.activeElement);
        if (!before.element || !wasInside || !isLost) return;
        focus(known?.element);
        // Otherwise the level itself gets the focus, for screen readers and the Tab key. It is not
        // a control, and therefore cannot be activated by mistake.
        if (document.activeElement !== known?.element) focus(level);
      }

      main.addEventListener("millrace-change", ({ detail: when }) => {
        if (when === "before") return look();
        raise();
        if (!before) return;
        for (const [level, places] of before.shown) {
          if (!level.isConnected || isSeen(level)) continue;
          const element = level.contains(before.element) ? before.element : null;
          left.set(level, { element, places });
        }
        for (const level of [...levels].filter(isSeen)) if (!before.shown.has(level)) show(level);
        const isGone = before.element && !before.element.isConnected;
        if (isGone && document.activeElement === document.body) focus(inNextRow());
        before = null;
      });
    })();
    """#
}
