// SPDX-License-Identifier: Apache-2.0

/// The script that scrolls to elements that the server names, and keeps scroll views at their
/// anchors; it is served as `/millrace-scroll.js`.
///
/// It runs after the script of long lists, which sets the heights of their gaps. It does not depend
/// on the protocol.
enum ScrollScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // Scroll positions that the server requests, and anchors of scroll views.
    "use strict";
    (() => {
      const main = document.getElementById("millrace");

      // Scrolls the innermost scrolling element until an element is at a place in it, and those
      // around it only as far as needed.
      function scrollTo(element, block, inline) {
        let box = element.parentElement;
        const isScrolling = () => /auto|scroll/.test(getComputedStyle(box).overflow) &&
          (box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth);
        while (box !== main && !isScrolling()) box = box.parentElement;
        const behavior = "instant";
        if (box === main) return element.scrollIntoView({ block, inline, behavior });
        const [one, all] = [element, box].map((each) => each.getBoundingClientRect());
        const move = (place, start, end) =>
          ({ start, end, center: (start + end) / 2 })[place] ?? 0;
        const sides = [one.left - all.left, one.right - all.right];
        if (getComputedStyle(box).direction === "rtl") sides.reverse();
        const top = move(block, one.top - all.top, one.bottom - all.bottom);
        box.scrollBy({ top, left: move(inline, ...sides), behavior });
        element.scrollIntoView({ block: "nearest", inline: "nearest", behavior });
      }

      // The server names an element by its number, with a place for each direction. A number at the
      // end makes each value differ from the one before. The first page can name an element too.
      function follow() {
        const [number, block, inline] = (main.firstElementChild?.dataset.scroll ?? "").split(" ");
        const element = inline && main.querySelector(`[data-n="${number}"]`);
        if (element) scrollTo(element, block, inline);
      }
      new MutationObserver(follow).observe(
        main, { subtree: true, attributeFilter: ["data-scroll"] });

      // Scroll views with an anchor stay there until a person scrolls away from it.
      const scrolls = ".mv-scroll, .mv-list";
      function anchor(box) {
        const [x, y] = box.closest("[data-anchor]").dataset.anchor.split(" ").map(Number);
        const width = box.scrollWidth - box.clientWidth;
        const height = box.scrollHeight - box.clientHeight;
        const sign = getComputedStyle(box).direction === "rtl" ? -1 : 1;
        return { left: sign * x * width, top: y * height };
      }
      const anchored = () => [...main.querySelectorAll("[data-anchor]")].flatMap((part) =>
        part.matches(scrolls) ? [part] : [...part.querySelectorAll(scrolls)]);
      let moved = null; // during a change: those that a person has scrolled away from their anchor
      function keepAnchors(when) {
        if (when === "before") moved = new Set();
        if (!moved) return; // an answer without a change
        for (const box of anchored()) {
          const { left, top } = anchor(box);
          if (when !== "before") {
            if (!moved.has(box)) box.scrollTo({ left, top, behavior: "instant" });
          } else if (Math.hypot(box.scrollLeft - left, box.scrollTop - top) > 2) moved.add(box);
        }
        if (when !== "before") moved = null;
      }
      main.addEventListener("millrace-change", ({ detail }) => keepAnchors(detail));
      addEventListener("DOMContentLoaded", () => {
        moved = new Set();
        keepAnchors("first");
        follow(); // after the anchors, as after a patch
      });
    })();
    """#
}
