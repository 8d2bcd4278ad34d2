// SPDX-License-Identifier: Apache-2.0

/// The script that recognizes gestures and keys in the page, which is served as
/// `/millrace-gestures.js`.
///
/// It does not depend on the protocol. It dispatches the actions of a person as events `millrace`
/// for the page's script.
enum GestureScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // Presses at a point, drags, and keys of Millrace's pages.
    "use strict";
    const millraceGestures = (() => {
      const main = document.getElementById("millrace");
      const { inner, isComposing, nearest, tell } = millraceFields;
      // The nearest ancestor with a gesture, unless a control, dialog or popover is nearer.
      function listener(target, attribute) {
        const near = target.closest?.(`[${attribute}], ${inner}, [data-on~="tap"]`);
        return near?.hasAttribute(attribute) ? near : null;
      }

      // The origin of an element's coordinates in the window, and the size of one of its points.
      function space(element) {
        const name = element.dataset.in;
        if (name === "window") return { x: 0, y: 0, scale: 1 };
        const isNamed = (other) => other.dataset.space === name;
        let owner = element;
        while (name && owner && !isNamed(owner)) owner = owner.parentElement;
        const box = (owner ?? element).getBoundingClientRect();
        return { x: box.x, y: box.y, scale: box.width / (owner ?? element).offsetWidth || 1 };
      }
      // The server refuses coordinates beyond a million points, which occur in very long lists.
      const point = (length) => Math.round(Math.min(Math.max(length, -1e6), 1e6));
      const place = ({ x, y, scale }, event) => ({
        x: point((event.clientX - x) / scale), y: point((event.clientY - y) / scale),
      });

      // Presses --------------------------------------------------------------------------------
      let isIgnored = false; // the browser's click at the end of a drag or a long press
      const ignoreClick = () => { isIgnored = true; };
      main.addEventListener("click", (event) => {
        if (!isIgnored || event.detail === 0) return; // a click by a key is not ignored
        isIgnored = false;
        event.stopPropagation();
        event.preventDefault();
      }, true);
      main.addEventListener("click", (event) => {
        let element = listener(event.target, "data-taps");
        while (element && event.detail % Number(element.dataset.taps)) {
          element = listener(element.parentElement, "data-taps");
        }
        if (element) tell(element, "press", place(space(element), event));
      });

      // Drags ----------------------------------------------------------------------------------
      // On a Mac a press with the Control key opens a menu, and its end is not reported.
      const isMac = /Mac/.test(navigator.platform);
      const isPress = ({ button, isPrimary, ctrlKey }) =>
        button === 0 && isPrimary && !(isMac && ctrlKey);
      let drag = null;
      main.addEventListener("pointerdown", (event) => {
        isIgnored = false;
        const element = listener(event.target, "data-drag");
        if (!element || !isPress(event)) return;
        if (drag?.isMoving) report("cancelled"); // by another pointer, such as a pen
        const origin = space(element);
        const at = place(origin, event);
        drag = {
          element, origin, id: event.pointerId, from: at, at, speed: { x: 0, y: 0 },
          time: event.timeStamp, isMoving: false, frame: 0,
        };
        if (Number(element.dataset.drag) === 0) begin();
      });

      function begin() {
        drag.isMoving = true;
        drag.element.setPointerCapture(drag.id);
        getSelection()?.removeAllRanges();
        report("changed");
      }

      function report(phase) {
        cancelAnimationFrame(drag.frame);
        drag.frame = 0;
        drag.reported = drag.at;
        tell(drag.element, "drag", {
          phase, x: drag.at.x, y: drag.at.y, fromX: drag.from.x, fromY: drag.from.y,
          speedX: drag.speed.x, speedY: drag.speed.y,
        });
      }

      function move(event) {
        const at = place(drag.origin, event);
        const time = event.timeStamp - drag.time;
        // The mean speed of about the last tenth of a second.
        const speed = (now, before, mean) => {
          const part = Math.min(1, time / 100);
          return point(mean * (1 - part) + ((now - before) * 1000 / time) * part);
        };
        if (time > 0) {
          drag.speed = {
            x: speed(at.x, drag.at.x, drag.speed.x), y: speed(at.y, drag.at.y, drag.speed.y),
          };
        }
        [drag.at, drag.time] = [at, event.timeStamp];
      }

      document.addEventListener("pointermove", (event) => {
        if (event.pointerId !== drag?.id) return;
        move(event);
        const way = Math.hypot(drag.at.x - drag.from.x, drag.at.y - drag.from.y);
        if (drag.isMoving) drag.frame ||= requestAnimationFrame(() => report("changed"));
        else if (!drag.element.isConnected) drag = null;
        else if (way >= Number(drag.element.dataset.drag)) begin();
      });
      const isReported = ({ at, reported }) => at.x === reported.x && at.y === reported.y;
      document.addEventListener("pointerup", (event) => {
        if (event.pointerId !== drag?.id) return;
        if (drag.isMoving) {
          move(event);
          if (!isReported(drag)) report("changed");
          // A browser sends no click after a drag by touch.
          const way = Math.hypot(drag.at.x - drag.from.x, drag.at.y - drag.from.y);
          if (event.pointerType !== "touch" && way >= 3) ignoreClick();
          report("ended");
        }
        drag = null;
      });
      document.addEventListener("pointercancel", (event) => {
        if (event.pointerId !== drag?.id) return;
        if (drag.isMoving) report("cancelled");
        drag = null;
      });
      // The browser's own drags of images and links would end the pointer events.
      main.addEventListener("dragstart", (event) => { if (drag) event.preventDefault(); });
      // In Firefox a press sets no caret, and selects no text, in a field that is in an element
      // that can be dragged. Therefore the element cannot be dragged during the press.
      let held = null;
      function release() {
        if (held?.getAttribute("draggable") === "false") held.draggable = true;
        held = null;
      }
      main.addEventListener("pointerdown", ({ target }) => {
        release();
        held = target.closest("input, textarea")?.closest("[draggable=true]") ?? null;
        if (held) held.draggable = false;
      });
      for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release);

      // Keys -----------------------------------------------------------------------------------
      // A key that is held down acts only on the element on which it was pressed, and not on one
      // that has got the focus since.
      let pressed = null;
      addEventListener("keydown", (event) => {
        if (!event.repeat) pressed = event.target;
        if (event.target === pressed || !/^(Enter| |Delete|Backspace)$/.test(event.key)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      }, true);

      // The controls that use a key themselves.
      const own = {
        enter: "button, a, summary, select, input, textarea",
        space: "button, summary, select, input, textarea",
      };
      // Keys that move the caret or delete text.
      const edits = "textarea, input:not([type=checkbox], [type=radio])";
      for (const name of ["backspace", "delete", "home", "end"]) own[name] = edits;
      const moves = edits + ", select, input[type=radio], [role=tab], .mv-menu[open] *";
      for (const name of ["left", "right", "up", "down"]) own[`arrow${name}`] = moves;
      // True if an element contains a control and its label, and nothing else.
      function isAround(element, control) {
        let node = control.closest("label") ?? control;
        while (node !== element && node.parentElement.childElementCount === 1) {
          node = node.parentElement;
        }
        return node === element;
      }

      function key(event, phase) {
        if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
        if (!event.key) return; // a browser has filled in a field
        const name = event.key === " " ? "space" : event.key.toLowerCase();
        const isTyping = event.target.matches?.("input, textarea, select");
        if (isTyping && phase !== "up" && event.key.length === 1) return;
        if (name === "escape" && main.querySelector("details.mv-menu[open]")) return; // it closes
        let element = nearest(event.target, "[data-press]");
        const has = (list, word) => element.dataset[list].split(" ").includes(word);
        // As in SwiftUI, a focused control gets its keys before the views around it and before the
        // commands, but after its own modifiers.
        const isOwn = own[name] && event.target.matches?.(own[name]);
        const isFirst = () =>
          !isOwn || (!has("phases", "command") && isAround(element, event.target));
        while (element && !(has("press", name) && has("phases", phase) && isFirst())) {
          element = nearest(element.parentElement, "[data-press]");
        }
        if (!element) return;
        event.preventDefault();
        tell(element, "key", { value: name, phase, held: event.shiftKey ? 2 : 0 });
      }
      main.addEventListener("keydown", (event) => key(event, event.repeat ? "repeat" : "down"));
      main.addEventListener("keyup", (event) => key(event, "up"));

      return { ignoreClick, isPress, listener, place, space };
    })();
    """#
}
