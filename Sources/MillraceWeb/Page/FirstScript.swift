// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The first script of a live page: it stores a person's events until the other scripts run, and
/// shows a message if one of them cannot be loaded.
///
/// It is the only inline script, because a file would be loaded as late as the other scripts. The
/// content security policy allows it by its hash.
enum FirstScript {
  static let text = #"""
    "use strict";
    const millraceFirst = (() => {
      const kinds = ["click", "input", "change", "submit", "keydown", "keyup",
        "compositionstart", "compositionend"];
      let held = [];
      // Text that is typed before a step is not merged with text that is typed after it.
      const isStep = ({ event }) =>
        ["click", "change", "submit"].includes(event.type) || event.key === "Enter";
      const isInput = ({ event }) => event.type === "input";

      function hold(event) {
        const { target } = event;
        event.stopImmediatePropagation();
        if (event.type === "submit") event.preventDefault();
        const entry = { event, target, value: target.value, checked: target.checked };
        if (isInput(entry)) { // only the latest text before a step is stored
          const at = held.findLastIndex((other) =>
            isStep(other) || (isInput(other) && other.target === target));
          if (at >= 0 && !isStep(held[at])) held.splice(at, 1);
        }
        held.push(entry);
      }
      for (const kind of kinds) addEventListener(kind, hold, true);

      // Without one of its scripts the page looks complete, but does not do all that it shows.
      function miss({ target }) {
        if (target.localName !== "script") return;
        removeEventListener("error", miss, true);
        addEventListener("DOMContentLoaded", () => {
          const note = document.createElement("p");
          note.role = "alert";
          note.textContent = "A part of this page could not be loaded. Please load the page again.";
          document.body.prepend(note);
        });
      }
      addEventListener("error", miss, true);

      // Dispatches the stored events in their order, when the page's scripts are listening.
      function replay() {
        for (const kind of kinds) removeEventListener(kind, hold, true);
        const entries = held;
        held = [];
        for (const { event, target, value, checked } of entries) {
          const sets = event.type === "change" || (event.type === "input" && !event.isComposing);
          if (sets && target.type !== "file" && target.value !== value) target.value = value;
          if (sets && target.checked !== checked) target.checked = checked;
          const copy = new event.constructor(event.type, event);
          // The browser's own action for the click is done already, such as checking a box.
          if (event.type === "click") copy.preventDefault();
          target.dispatchEvent(copy);
        }
      }
      return { replay };
    })();
    """#

  /// The source expression of the script in the content security policy.
  static let source =
    "'sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())'"
}
