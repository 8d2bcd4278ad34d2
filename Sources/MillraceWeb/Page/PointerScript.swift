// SPDX-License-Identifier: Apache-2.0

/// The script that recognizes long presses, reports the location of the pointer, and repeats
/// animations; it is served as `/millrace-pointer.js`.
///
/// It does not depend on the protocol. It dispatches the actions of a person as events `millrace`
/// for the page's script.
enum PointerScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // Long presses, the location of the pointer, and animations that repeat.
    "use strict";
    (() => {
      const main = document.getElementById("millrace");
      const { nearest, tell } = millraceFields;
      const { ignoreClick, isPress, listener, place, space } = millraceGestures;

      // Long presses -----------------------------------------------------------------------------
      const still = (at, phase) =>
        ({ phase, x: at.x, y: at.y, fromX: at.x, fromY: at.y, speedX: 0, speedY: 0 });
      let hold = null;
      function release(phase) {
        clearTimeout(hold.timer);
        tell(hold.element, "drag", still(hold.at, phase));
        hold = null;
      }
      main.addEventListener("pointerdown", (event) => {
        const element = listener(event.target, "data-hold");
        if (!element || !isPress(event)) return;
        if (hold) release("cancelled");
        const [seconds, distance] = element.dataset.hold.split(" ").map(Number);
        const { pointerId: id, clientX: x, clientY: y } = event;
        hold = { element, distance, id, x, y, at: place(space(element), event) };
        tell(element, "drag", still(hold.at, "changed"));
        hold.timer = setTimeout(() => {
          ignoreClick(); // no press follows
          release("ended");
        }, seconds * 1000);
      });
      document.addEventListener("pointermove", (event) => {
        if (event.pointerId !== hold?.id) return;
        const way = Math.hypot(event.clientX - hold.x, event.clientY - hold.y);
        if (way > hold.distance) release("cancelled");
      });
      for (const name of ["pointerup", "pointercancel"]) {
        document.addEventListener(name, (event) => {
          if (event.pointerId === hold?.id) release("cancelled");
        });
      }
      // The browser's own menu for a long press by touch would end the pointer events.
      main.addEventListener("contextmenu", (event) => {
        if (event.pointerType === "touch" && listener(event.target, "data-hold")) {
          event.preventDefault();
        }
      });

      // The location of the pointer ------------------------------------------------------------
      const hovered = new Map(); // element -> location
      let hoverFrame = 0;
      function hover(target, event) {
        const now = new Set();
        for (let one = nearest(target, "[data-over]"); one;) {
          now.add(one);
          one = nearest(one.parentElement, "[data-over]");
        }
        for (const [one, at] of hovered) {
          if (now.has(one)) continue;
          hovered.delete(one);
          tell(one, "drag", still(at, "cancelled")); // "ended" would be an action
        }
        for (const one of now) hovered.set(one, place(space(one), event));
        if (hovered.size) hoverFrame ||= requestAnimationFrame(reportHover);
      }
      function reportHover() {
        hoverFrame = 0;
        for (const [one, at] of hovered) tell(one, "drag", still(at, "changed"));
      }
      document.addEventListener("pointermove", (event) => hover(event.target, event));
      document.documentElement.addEventListener("pointerleave", (event) => hover(null, event));

      // Animations that repeat -----------------------------------------------------------------
      main.addEventListener("transitionrun", ({ target, propertyName }) => {
        const repeat = getComputedStyle(target).getPropertyValue("--mv-repeat").trim();
        if (!repeat) return;
        const [count, direction] = repeat.split(" ");
        const iterations = Number(count) || Infinity;
        for (const one of target.getAnimations()) {
          if (one.transitionProperty !== propertyName) continue;
          one.effect.updateTiming({ iterations, direction });
        }
      });
    })();
    """#
}
