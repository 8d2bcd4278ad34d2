// SPDX-License-Identifier: Apache-2.0

/// The script for the keys of elements that are not controls of HTML: rows of lists, and elements
/// with the role of a control; it is served as `/millrace-keys.js`.
///
/// It runs after the script of controls, whose shortcuts come first. It does not depend on the
/// protocol.
enum KeyScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The keys of rows, and of elements with the role of a control.
    "use strict";
    (() => {
      const { isChord, isComposing, tell } = millraceFields;

      document.addEventListener("keydown", (event) => {
        if (isComposing(event) || isChord(event) || event.defaultPrevented) return;
        const row = event.target;
        // Enter presses an element with one of these roles, and the space bar too, except a link.
        // Controls of HTML do this themselves.
        if (row.matches?.(":is([role=button], [role=link], [role=switch]):not(button, a, input)")) {
          const presses = event.key === "Enter" || (event.key === " " && row.role !== "link");
          if (!presses) return;
          event.preventDefault();
          const { x, y, width, height } = row.getBoundingClientRect();
          row.dispatchEvent(new MouseEvent("click", {
            bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2,
          }));
          return;
        }
        if (!row.matches?.("li[data-on]")) return;
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          tell(row, "tap");
        } else if (event.key === "Delete" || event.key === "Backspace") {
          row.querySelector(":scope > .mv-menu button.mv-destructive")?.click();
        } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          event.preventDefault();
          const next = event.key === "ArrowDown" ? "nextElementSibling" : "previousElementSibling";
          let to = row[next];
          while (to?.tabIndex < 0 || to?.inert) to = to[next]; // a gap, or not selectable
          to?.focus();
        }
      });
    })();
    """#
}
