// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// What a live page runs before anything else: it holds a person's events until the other scripts
/// run.
///
/// It is the one script that stands in the page itself, because a file of its own would come as
/// late as the others; the policy allows it by its hash.
enum FirstScript {
  static let text = #"""
    "use strict";
    const millraceFirst = (() => {
      const kinds = ["click", "input", "change", "submit", "keydown", "keyup",
        "compositionstart", "compositionend"];
      let held = [];
      // What is typed before one of these and what is typed after it are kept apart.
      const isStep = ({ event }) =>
        ["click", "change", "submit"].includes(event.type) || event.key === "Enter";
      const isInput = ({ event }) => event.type === "input";

      function hold(event) {
        const { target } = event;
        event.stopImmediatePropagation();
        if (event.type === "submit") event.preventDefault();
        const entry = { event, target, value: target.value, checked: target.checked };
        if (isInput(entry)) { // only the last text before a step counts
          const at = held.findLastIndex((other) =>
            isStep(other) || (isInput(other) && other.target === target));
          if (at >= 0 && !isStep(held[at])) held.splice(at, 1);
        }
        held.push(entry);
      }
      for (const kind of kinds) addEventListener(kind, hold, true);

      // Dispatches the events again, in their order, now that the page's scripts listen.
      function replay() {
        for (const kind of kinds) removeEventListener(kind, hold, true);
        const entries = held;
        held = [];
        for (const { event, target, value, checked } of entries) {
          const tells = event.type === "change" || (event.type === "input" && !event.isComposing);
          if (tells && target.type !== "file" && target.value !== value) target.value = value;
          if (tells && target.checked !== checked) target.checked = checked;
          const copy = new event.constructor(event.type, event);
          // The browser has done its part: followed a link, ticked a box.
          if (event.type === "click") copy.preventDefault();
          target.dispatchEvent(copy);
        }
      }
      return { replay };
    })();
    """#

  /// How the policy names the script.
  static let source =
    "'sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())'"
}
