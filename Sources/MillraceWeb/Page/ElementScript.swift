// SPDX-License-Identifier: Apache-2.0

/// The script that opens dialogs, disables buttons that have the focus, and keeps the focus of the
/// person; it is served as `/millrace-elements.js`.
///
/// It runs before the page's script, which uses it.
enum ElementScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // Dialogs and disabled buttons of Millrace's page, with the focus where a person expects it.
    "use strict";
    const millraceElements = (() => {
      const main = document.getElementById("millrace");
      const { isField, listener, tell } = millraceFields;

      // A browser takes the focus away from a disabled button. Therefore a focused button is only
      // marked as disabled, and ignores clicks, until the focus leaves it.
      const isHeld = (element) => element.localName === "button" && element.ariaDisabled === "true";
      function disable(element, on) {
        const holds = on && element === document.activeElement && element.localName === "button";
        element.toggleAttribute("disabled", on && !holds);
        if (holds) element.ariaDisabled = "true";
        else element.removeAttribute("aria-disabled");
      }
      main.addEventListener("focusout", ({ target }) => {
        if (isHeld(target) && target !== document.activeElement) disable(target, true);
      });

      // Opens a dialog. If the server focuses no control in it, it is scrolled to its top, and an
      // alert has the focus itself, unless it begins with a field: typing must not press a button
      // by mistake.
      function open(dialog) {
        dialog.showModal();
        if (dialog.querySelector("[autofocus]")) return;
        const isAtField = isField(document.activeElement);
        if (dialog.matches(".mv-alert") && !isAtField) dialog.focus();
        const boxes = [dialog, ...dialog.querySelectorAll(".mv-scroll, .mv-list")];
        for (const box of boxes) box.scrollTop = 0;
      }

      function openDialogs() {
        main.querySelectorAll("dialog:not([open], .mv-leaving, .mv-leaving *)").forEach(open);
      }

      // True if an element, or one in it, has the focus. A popover in it is as a window.
      const hasFocus = (element) => element.contains(document.activeElement) &&
        (document.activeElement.closest("dialog, .mv-popover") ?? element).contains(element);

      // The person has moved the focus since the server has set it. The person's focus is kept, and
      // an element that does not get the focus reports that.
      function refuseFocus(element, on) {
        const isLost = on && !hasFocus(element);
        if (isLost && listener(element, "focus") === element) tell(element, "focus", false);
      }

      return { isHeld, disable, openDialogs, hasFocus, refuseFocus };
    })();
    """#
}
