// SPDX-License-Identifier: Apache-2.0

/// The script that makes a list of selectable rows one stop of the Tab key; it is served as
/// `/millrace-rows.js`.
///
/// It changes no attribute that the server knows, and does not depend on the protocol.
enum RowScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The Tab key stops at one row of a list, and at the controls in this row.
    "use strict";
    (() => {
      const main = document.getElementById("millrace");
      const selectable = "li.mv-selectable";
      const latest = new WeakMap(); // list -> its row that had the focus last

      main.addEventListener("focusin", ({ target }) => {
        const row = target.closest(selectable);
        if (row) latest.set(row.parentElement, row);
      });

      // The row with the focus, or else a selected row, or else the row that had the focus last, or
      // else the first one.
      function stop(list, rows) {
        const own = rows.find((row) => row.contains(document.activeElement));
        const selected = rows.filter((row) => row.ariaCurrent);
        const last = latest.get(list);
        const isThere = last?.parentElement === list;
        if (own) return own;
        if (isThere && (last.ariaCurrent || !selected.length)) return last;
        return selected[0] ?? rows[0];
      }

      let held = []; // the rows that are inert until the focus has moved
      function release() {
        for (const row of held) row.inert = false;
        held = [];
      }
      document.addEventListener("focusin", release);

      // The browser moves the focus after this event. Until then, all other rows are inert.
      document.addEventListener("keydown", (event) => {
        if (event.key !== "Tab" || event.defaultPrevented) return;
        release();
        const lists = new Map();
        for (const row of main.querySelectorAll(selectable)) {
          if (row.inert) continue; // it is leaving the page
          if (!lists.has(row.parentElement)) lists.set(row.parentElement, []);
          lists.get(row.parentElement).push(row);
        }
        for (const [list, rows] of lists) {
          const row = stop(list, rows);
          held.push(...rows.filter((other) => other !== row));
        }
        for (const row of held) row.inert = true;
        setTimeout(release); // the focus can leave the page
      });
    })();
    """#
}
