// SPDX-License-Identifier: Apache-2.0

/// The script that changes the order of a list's rows by dragging; it is served as
/// `/millrace-order.js`.
///
/// It runs after the script of gestures, which prevents the browser's drag where a view has a drag
/// of its own. It does not depend on the protocol.
enum OrderScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The order of rows by dragging.
    "use strict";
    (() => {
      const main = document.getElementById("millrace");
      const { tell } = millraceFields;
      let dragged = null;

      // The rows that can be dragged, and those that cannot, but are places for the others.
      const places = "li[data-on~=move]:not(.mv-leaving)";
      // The row over which a row of the same list is dragged, and whether over its lower half.
      function target(event) {
        const row = event.target.closest?.(places);
        if (!dragged || row?.parentElement !== dragged.parentElement) return {};
        const { top, height } = row.getBoundingClientRect();
        const isBelow = event.clientY > top + height / 2;
        if (isBelow && rowAfter(row) === undefined) return {};
        event.preventDefault();
        return row === dragged ? {} : { row, isBelow };
      }

      // The row after a row, null after the last one, or undefined before rows that the page does
      // not have. It can be a row of another `ForEach`; the server knows that.
      function rowAfter(row) {
        let next = row.nextElementSibling;
        while (next?.matches(".mv-leaving")) next = next.nextElementSibling;
        // A gap at the start is one of another `ForEach`, and an empty one has no rows.
        if (/^[1-9]\d* [1-9]/.test(next?.dataset.gap)) return undefined;
        return next?.matches(places) ? next : null;
      }

      function mark(row, name) {
        for (const other of main.querySelectorAll(".mv-drop, .mv-drop-below")) {
          other.classList.remove("mv-drop", "mv-drop-below");
        }
        row?.classList.add(name);
      }

      main.addEventListener("dragstart", (event) => {
        // The selected text of a field in a row is no row.
        const part = event.target.closest?.("li[draggable], input, textarea");
        dragged = part?.localName === "li" && !event.defaultPrevented ? part : null;
        if (dragged) event.dataTransfer.effectAllowed = "move";
      });
      main.addEventListener("dragover", (event) => {
        if (!dragged) return;
        const { row, isBelow } = target(event);
        mark(row, isBelow ? "mv-drop-below" : "mv-drop");
      });
      main.addEventListener("drop", (event) => {
        const { row, isBelow } = target(event);
        if (row) tell(dragged, "move", Number((isBelow ? rowAfter(row) : row)?.dataset.n ?? 0));
      });
      main.addEventListener("dragend", () => {
        dragged = null;
        mark(null);
      });
    })();
    """#
}
