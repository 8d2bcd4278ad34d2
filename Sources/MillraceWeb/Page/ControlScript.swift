// SPDX-License-Identifier: Apache-2.0

/// The script for the behaviour of controls that HTML elements do not have, which is served as
/// `/millrace-controls.js`.
///
/// It does not depend on the messages of the socket. It sends files by HTTP, and dispatches the
/// actions of a person as events `millrace` for the page's script.
enum ControlScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // Menus, shortcuts, files, focus and transitions of Millrace's pages.
    "use strict";
    (() => {
      const main = document.getElementById("millrace");
      const { isComposing, listener, tell } = millraceFields;

      // Menus ----------------------------------------------------------------------------------
      const openMenus = () => [...main.querySelectorAll("details.mv-menu[open]")];
      const popovers = (root) => [...root.querySelectorAll(".mv-popover[data-on~='dismiss']")];
      // The dialog that contains an element, or else the page.
      const layerOf = (element) => element.closest?.("dialog") ?? main;
      const topmost = () => [...main.querySelectorAll("dialog[open]")].at(-1) ?? main;

      document.addEventListener("click", (event) => {
        for (const menu of openMenus()) {
          const isChoice = event.target.closest?.(".mv-menu-items button");
          if (!menu.contains(event.target) || isChoice) menu.open = false;
          // The chosen item is hidden now. Therefore its menu gets the focus.
          if (isChoice && menu.contains(event.target)) menu.querySelector("summary").focus();
        }
        const layer = layerOf(event.target);
        for (const popover of popovers(main)) {
          const isBeside = !popover.contains(event.target) && layerOf(popover) === layer;
          if (isBeside) tell(popover, "dismiss");
        }
      });
      main.addEventListener("contextmenu", (event) => {
        const view = event.target.closest?.(".mv-context"); // it can contain other menus too
        const menu = view?.querySelector(":scope > .mv-after > details");
        if (!menu || listener(event.target, "input")) return; // a field has the browser's menu
        event.preventDefault();
        for (const other of openMenus()) other.open = false;
        menu.open = true;
        menu.querySelector(".mv-menu-items button:not(:disabled)")?.focus();
      });

      // Escape asks the server to dismiss the dialog; the browser must not close it by itself.
      // If the browser's file dialog is cancelled, Millrace's own dialog is dismissed too.
      main.addEventListener("cancel", (event) => {
        event.preventDefault();
        const isFiles = listener(event.target, "files") === event.target;
        const dialog = isFiles ? listener(event.target, "dismiss") : event.target;
        if (dialog && listener(dialog, "dismiss") === dialog) tell(dialog, "dismiss");
      }, true);
      main.addEventListener("close", (event) => {
        if (event.target.isConnected && !event.target.open) event.target.showModal();
      }, true);

      // Files ----------------------------------------------------------------------------------
      const choices = new WeakMap(); // field -> its latest choice
      async function sendFiles(field) {
        const { dataset } = document.body;
        const { session } = dataset; // another one does not know the files of this one
        let [names, problem] = [[], ""];
        choices.set(field, names);
        field.setAttribute("aria-busy", "true");
        for (const file of [...field.files]) { // a new session empties the field
          if (file.size > Number(dataset.fileBytes)) {
            const most = Number(dataset.fileBytes).toLocaleString(document.documentElement.lang);
            problem = `${file.name} is too large: the maximum is ${most} bytes.`;
          }
          if (problem || choices.get(field) !== names) break;
          try {
            // The session and the name are not in the address, which proxies write into logs.
            const headers = {
              "X-Millrace-Session": session,
              "X-Millrace-Name": encodeURIComponent(file.name),
            };
            const address = `${dataset.base ?? ""}/millrace.upload`;
            const answer = await fetch(address, { method: "POST", headers, body: file });
            const name = await answer.text();
            if (dataset.session !== session) throw new Error("another session");
            if (answer.ok) names.push(name);
            else problem = `${file.name} was refused by the server.`;
          } catch {
            problem = `${file.name} could not be sent. Please choose it again.`;
          }
        }
        if (choices.get(field) !== names) return; // the person has chosen other files since
        field.removeAttribute("aria-busy");
        if (problem) field.value = "";
        field.setCustomValidity(problem);
        field.reportValidity();
        if (!problem && names.length && field.isConnected) tell(field, "files", names.join(" "));
      }
      main.addEventListener("change", (event) => {
        const field = listener(event.target, "files");
        if (field) sendFiles(field);
      });
      // A field can be removed while the browser's dialog is open; then the page gets no event.
      main.addEventListener("click", ({ target }) => {
        if (!target.matches?.("[data-on~='files']")) return;
        target.onchange = () => { if (!target.isConnected) millraceLine.warn([], true); };
      });

      // A browser would open a file that is dropped elsewhere, instead of the page.
      document.addEventListener("dragover", (event) => {
        const isFile = event.dataTransfer?.types.includes("Files");
        if (!isFile || event.defaultPrevented || listener(event.target, "files")) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "none";
      });

      // Keys -----------------------------------------------------------------------------------
      main.addEventListener("keydown", (event) => {
        const isField = event.target.matches?.("input[data-on~='submit']");
        if (isField && event.key === "Enter" && !isComposing(event)) tell(event.target, "submit");
      });

      // Keys are written as in "command shift s". On other systems than Apple's, control is the
      // command key.
      const isMac = /Mac|iP/.test(navigator.platform);
      function isPressed(keys, event) {
        if (!event.key) return false; // a browser has filled in a field
        const parts = keys.split(" ");
        const key = parts.pop();
        const wants = (name) => parts.includes(name);
        const control = wants("control") || (!isMac && wants("command"));
        const isSign = key.length === 1 && !/[a-z]/.test(key);
        // A keyboard without Latin letters, and Option on a Mac, type other characters than the
        // shortcut's. Then the position of the key is compared.
        const isOther = event.key.length === 1 && event.key > "\u024f";
        const isPlaced = isMac && event.altKey
          ? /^(Key|Digit).$/.test(event.code) : isOther && /^Key.$/.test(event.code);
        const name = isPlaced ? event.code.at(-1) : event.key;
        return (name === " " ? "space" : name.toLowerCase()) === key &&
          event.ctrlKey === control && event.metaKey === (isMac && wants("command")) &&
          event.altKey === wants("option") && (isSign || event.shiftKey === wants("shift"));
      }

      // Escape closes the open menus, or else the last popover in front, or else the browser sends
      // `cancel` to the dialog. Returns the element whose shortcuts count, or null after menus.
      function escape(event, menu) {
        const menus = openMenus();
        const popover = popovers(topmost()).at(-1);
        if (menus.length) {
          for (const open of menus) open.open = false;
          menu?.querySelector("summary").focus();
        } else if (popover) tell(popover, "dismiss");
        else return topmost();
        event.preventDefault();
        return menus.length ? null : popover;
      }

      document.addEventListener("keydown", (event) => {
        if (isComposing(event) || event.defaultPrevented) return;
        const menu = event.target.closest?.("details.mv-menu[open]");
        const area = event.key === "Escape" ? escape(event, menu) : topmost();
        if (!area) return;
        if (menu && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
          event.preventDefault();
          const items = [...menu.querySelectorAll(".mv-menu-items button:not(:disabled)")];
          const from = items.indexOf(event.target); // -1 for the title, before all items
          const at = event.key === "ArrowDown" ? from + 1 : Math.max(from, 0) - 1;
          items.at(at % items.length)?.focus();
          return;
        }
        const isTyping = event.target.matches?.("input, textarea, select");
        // A text field has its own undo.
        const isText = event.target.matches?.(
          "textarea, input:not([type=checkbox], [type=radio], [type=range])");
        for (const button of area.querySelectorAll("[data-keys]")) {
          const keys = button.dataset.keys;
          const isTyped = !/(command|control|option) |escape$/.test(keys);
          if (button.disabled || button.closest("[hidden], [inert]")) continue;
          if (isText && /^(command|control)( shift)? [zy]$/.test(keys)) continue;
          if (isTyping && isTyped || !isPressed(keys, event)) continue;
          // A control that has the focus is pressed itself.
          if (/^(enter|space)$/.test(keys) && event.target.matches?.("button, summary, a")) return;
          event.preventDefault();
          button.click();
          return;
        }
      });

      // Pointer and focus ----------------------------------------------------------------------
      function hovered(target) {
        const element = listener(target, "hover");
        return element ? [element, ...hovered(element.parentElement)] : [];
      }
      // `pointerover` after a popover was removed names its parent as the element that was left.
      const over = []; // the elements that were told that the pointer is above them
      function hover(target) {
        const before = over.splice(0, over.length, ...hovered(target));
        for (const element of before) if (!over.includes(element)) tell(element, "hover", false);
        for (const element of over) if (!before.includes(element)) tell(element, "hover", true);
      }
      main.addEventListener("pointerover", ({ target }) => hover(target));
      main.addEventListener("pointerout", ({ relatedTarget }) => hover(relatedTarget));
      let asked = null; // the element that the server focuses; no event is sent for it
      let left = null; // the element that has lost the focus, until another element gets it
      let isChanging = false; // patches are applied; elements that they move lose the focus briefly
      function arrive(element) {
        const [before, isKnown] = [left, element?.hasAttribute("autofocus")]; // to the server
        left = null;
        if (element === before || !document.hasFocus()) return;
        // The gain is sent first. Otherwise a state that both elements set would be nil in between.
        for (const [one, value] of [[element, true], [before, false]]) {
          one?.toggleAttribute("autofocus", value); // the server has the same attribute then
          if (!one || one === asked || (value && isKnown)) continue;
          tell(one, "focus", value, isKnown || asked || isChanging ? one : main);
        }
      }
      main.addEventListener("focusin", ({ target }) => arrive(listener(target, "focus")));
      main.addEventListener("focusout", ({ target, relatedTarget }) => {
        if (!listener(target, "focus") || !document.hasFocus()) return;
        left = listener(target, "focus");
        if (!isChanging && !listener(relatedTarget, "focus")) arrive(null);
      });
      main.addEventListener("millrace-change", ({ detail }) => {
        if (detail !== "before") arrive(null);
        isChanging = detail === "before";
      });
      function focus(element, isWanted) {
        asked = element;
        if (isWanted && !millraceElements.hasFocus(element)) element.focus();
        else if (!isWanted && document.activeElement === element) element.blur();
        asked = null;
      }

      // Changes by the server ------------------------------------------------------------------
      function leave(node, record) {
        if (!node.matches(".mv-enter") || matchMedia("(prefers-reduced-motion)").matches) return;
        const ghost = node.cloneNode(true);
        for (const part of [ghost, ...ghost.querySelectorAll("[data-n]")]) {
          for (const name of ["data-n", "data-on"]) part.removeAttribute(name);
        }
        ghost.classList.add("mv-leaving");
        ghost.inert = true;
        ghost.addEventListener("animationend", () => ghost.remove());
        setTimeout(() => ghost.remove(), 1000);
        const next = record.nextSibling;
        record.target.insertBefore(ghost, next?.isConnected ? next : null);
        if (getComputedStyle(ghost).animationName === "none") ghost.remove();
      }
      new MutationObserver((records) => {
        main.classList.add("mv-live");
        for (const record of records) {
          if (record.type === "attributes") {
            focus(record.target, record.target.hasAttribute("autofocus"));
            continue;
          }
          for (const node of record.addedNodes) {
            if (!(node instanceof Element)) continue;
            const wanted = node.matches("[autofocus]") ? node : node.querySelector("[autofocus]");
            if (wanted && wanted !== document.activeElement) focus(wanted, true);
            // A browser opens its file dialog only directly after an action of a person.
            const files = node.querySelector("[data-on~='files']");
            if (files && navigator.userActivation?.isActive) files.click();
          }
          for (const node of record.removedNodes) {
            const isGone = node instanceof Element && !node.isConnected;
            if (isGone && record.target.isConnected && !node.matches(".mv-leaving")) {
              leave(node, record);
            }
          }
        }
      }).observe(main, { childList: true, subtree: true, attributeFilter: ["autofocus"] });
    })();
    """#
}
