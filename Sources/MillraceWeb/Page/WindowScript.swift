// SPDX-License-Identifier: Apache-2.0

/// The script for long lists, of which the page has only the rows in view and some rows around
/// them; it is served as `/millrace-windows.js`.
///
/// The server has the rows, and the page measures their heights. A gap replaces rows that the page
/// does not have. Its attribute `data-gap` contains the index of the first row, the number of rows,
/// and the total number of rows of its `ForEach`. The gaps of a `ForEach` and the rows between them
/// are its window. When a gap is near the view, this script requests the rows around the view.
enum WindowScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // Long lists of Millrace's pages: requests the rows that scroll into view.
    "use strict";
    (() => {
      const main = document.getElementById("millrace");
      const gaps = main.getElementsByClassName("mv-gap");
      const known = new WeakMap(); // first gap of a window -> the state of the window
      let waits = false; // rows were requested, and no message of the server has arrived since
      let dragged = null;

      const isGap = (node) => node.classList.contains("mv-gap");
      const isFirst = (node) => isGap(node) && node.matches("[data-on~='rows']");
      const numbers = (gap) => gap.dataset.gap.split(" ").map(Number);
      const idOf = (element) => Number(element?.dataset.n ?? 0);

      // The present state of a window on the page: its gaps, and the rows between them.
      function read(first) {
        if (!known.has(first)) {
          const state = { sum: 0, count: 0, height: 44, asked: "", kept: 0, aim: null, answers: 0 };
          known.set(first, state);
        }
        const total = numbers(first)[2];
        const pieces = [];
        let elements = [], end = 0;
        for (let node = first; node; node = node.nextElementSibling) {
          if (!isGap(node)) {
            if (!node.matches(".mv-leaving")) elements.push(node);
            continue;
          }
          const [from, rows] = numbers(node);
          if (elements.length) pieces.push({ elements, from: end, rows: from - end });
          pieces.push({ gap: node, from, rows });
          [elements, end] = [[], from + rows];
          if (end === total) break;
        }
        return { first, total, pieces, state: known.get(first) };
      }
      const windows = () => [...gaps].filter(isFirst).map(read);
      const isShown = (window) => window.first.parentElement.getClientRects().length > 0;
      const heightOf = ({ state }) => state.height;
      const place = (element) => element.getBoundingClientRect();
      const topOfPiece = ({ gap, elements }) => place(gap ?? elements[0]).top;
      const bottomOfPiece = ({ gap, elements }) => place(gap ?? elements.at(-1)).bottom;

      // The scrolling ancestor of the rows, and its visible part.
      function room(window) {
        let box = window.first.parentElement;
        while (box !== document.documentElement &&
          !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
        if (box === document.documentElement) {
          return { box: document.scrollingElement, top: 0, bottom: innerHeight };
        }
        const { top, bottom } = place(box);
        return { box, top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
      }

      // Rows and positions ---------------------------------------------------------------------
      // The index of the row at a position, plus the fraction of the row that is above it.
      function rowAt(window, y) {
        for (const piece of window.pieces) {
          if (!piece.rows || y >= bottomOfPiece(piece)) continue;
          if (piece.gap) {
            return piece.from + Math.max((y - topOfPiece(piece)) / heightOf(window), 0);
          }
          const { elements, rows, from } = piece;
          let low = 0, high = elements.length - 1;
          while (low < high) {
            const middle = (low + high) >> 1;
            if (place(elements[middle]).bottom > y) high = middle;
            else low = middle + 1;
          }
          const { top, height } = place(elements[low]);
          const part = height ? Math.min(Math.max((y - top) / height, 0), 1) : 0;
          return from + (low + part) * rows / elements.length;
        }
        return window.total;
      }

      function elementOf(window, row) {
        for (const { elements, from, rows } of window.pieces) {
          if (!elements || row < from || row >= from + rows) continue;
          return elements[Math.floor((row - from) * elements.length / rows)];
        }
        return null;
      }

      // The position of a row, or the expected position if the page does not have it.
      function topOf(window, row) {
        const element = elementOf(window, row);
        if (element) return place(element).top + (row % 1) * place(element).height;
        const piece = window.pieces.find(({ from, rows }) => row < from + rows);
        return piece ? topOfPiece(piece) + (row - piece.from) * heightOf(window) : 0;
      }

      // Sets the heights of the gaps, and the positions of rows for screen readers.
      function layOut(window) {
        const { pieces, state, total, first } = window;
        const parent = first.parentElement;
        if (!isShown(window)) return;
        const space = parseFloat(getComputedStyle(parent).rowGap) || 0;
        const isNew = !state.count;
        for (const piece of pieces) {
          if (piece.gap) continue;
          if (state.count > 2000) [state.sum, state.count] = [state.sum / 2, state.count / 2];
          state.sum += bottomOfPiece(piece) - topOfPiece(piece) + space;
          state.count += piece.rows;
        }
        // A small difference is ignored, because a new height moves all distant rows.
        const mean = state.count ? state.sum / state.count : state.height;
        if (isNew || Math.abs(mean - state.height) > state.height / 50) state.height = mean;
        parent.style.overflowAnchor = "none";
        for (const { gap, elements, from, rows } of pieces) {
          if (gap) gap.style.height = `${Math.max(rows * heightOf(window) - space, 0)}px`;
          else if (elements.length === rows && elements[0].localName === "li") {
            elements.forEach((row, index) => {
              row.setAttribute("aria-posinset", from + index + 1);
              row.setAttribute("aria-setsize", total);
            });
          }
        }
      }

      // Keeps the visible rows at their position ----------------------------------------------
      let anchors = [];
      function hold() {
        anchors = [];
        for (const window of windows()) {
          if (!isShown(window)) continue;
          const { box, top, bottom } = room(window);
          if (box.scrollTop <= 0 || anchors.some((anchor) => anchor.box === box)) continue;
          const row = rowAt(window, top);
          if (row >= window.total || topOf(window, 0) >= bottom) continue;
          const seen = window.pieces.flatMap(({ elements }) => elements ?? [])
            .map((element) => [element, place(element)])
            .filter(([, at]) => at.bottom > top && at.top < bottom)
            .map(([element, at]) => [element, at.top]);
          const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - heightOf(window);
          anchors.push({ box, first: window.first, row, at: topOf(window, row), seen, isAtEnd });
        }
      }

      function restore(isWelcome) {
        for (const { box, first, row, at, seen, isAtEnd } of anchors) {
          const left = isWelcome ? null : seen.find(([element]) => element.isConnected);
          let moved = 0;
          if (left) moved = place(left[0]).top - left[1];
          else if (isAtEnd && !seen.length) moved = box.scrollHeight;
          else if (first.isConnected && isFirst(first)) moved = topOf(read(first), row) - at;
          if (Math.abs(moved) >= 0.5) box.scrollTop += moved;
        }
        anchors = [];
      }

      // Requests -------------------------------------------------------------------------------
      function has(window, from, to) {
        return !window.pieces.some((piece) =>
          piece.gap && piece.rows && piece.from < to && piece.from + piece.rows > from);
      }

      // The number of the row in use: the one that is dragged, or else the one with the focus.
      function inUse({ pieces }) {
        const rows = pieces.flatMap(({ elements }) => elements ?? []);
        const [one, other] = [dragged, document.activeElement].map((node) =>
          node && rows.find((row) => row.contains(node)));
        return idOf(one ?? other);
      }

      function request(window, from, to) {
        const first = Math.max(Math.floor(from), 0);
        const count = Math.max(Math.min(Math.ceil(to), window.total) - first, 1);
        const keep = inUse(window);
        const asked = `${first} ${count} ${keep}`;
        if (window.state.asked === asked) return;
        [window.state.asked, window.state.kept] = [asked, keep];
        waits = true;
        millraceFields.tell(window.first, "rows", { first, count, keep });
      }

      // If rows within one screen above or below the view are missing, requests those of two
      // screens. If the server does not know the row in use, requests the present rows with it, so
      // that the row stays if a change of the data moves it away.
      function ask() {
        if (waits) return;
        for (const window of windows()) {
          if (!isShown(window) || window.state.aim !== null) continue;
          const { top, bottom } = room(window);
          const screen = bottom - top;
          if (screen <= 0) continue;
          const isThere = has(window, rowAt(window, top - screen), rowAt(window, bottom + screen));
          const { state, pieces } = window;
          if (!isThere) {
            request(window, rowAt(window, top - 2 * screen), rowAt(window, bottom + 2 * screen));
          } else if ([0, state.kept].includes(inUse(window))) {
            state.asked = "";
          } else {
            const shown = pieces.filter(({ elements }) => elements);
            const { from, rows } = shown.sort((one, other) => other.rows - one.rows)[0];
            request(window, from, from + rows);
          }
        }
      }

      // Moves the focus to any row by the keyboard. If the page does not have the row, its index is
      // stored as `aim` until the row arrives. After a request, the next one waits for a message of
      // the server. Keys that are pressed before it change `aim`; the new row is requested then.
      function go(window, row) {
        const element = elementOf(window, row);
        window.state.aim = element ? null : row;
        if (element) return element.focus();
        if (waits) return;
        const { top, bottom } = room(window);
        const around = 2 * (bottom - top) / heightOf(window);
        request(window, row - around, row + around);
      }

      main.addEventListener("millrace-change", ({ detail: when }) => {
        if (!gaps.length && !anchors.length) return;
        if (when === "before") return hold();
        waits = false;
        for (const window of windows()) {
          if (when === "welcome") Object.assign(window.state, { asked: "", kept: 0 });
          layOut(window);
        }
        restore(when === "welcome");
        queueMicrotask(reach); // after the script that scrolls, which would undo it
      });

      // Moves the focus to the rows that were waited for.
      function reach() {
        for (const window of windows()) {
          const { state } = window;
          if (state.aim === null) continue;
          const row = Math.min(state.aim, window.total - 1);
          // Answers to other events can arrive first, and the row can have been removed. Therefore
          // the page waits for the row for at most nine answers.
          if (elementOf(window, row) || ++state.answers <= 9 && window.total) go(window, row);
          else state.aim = null;
        }
        ask();
      }

      document.addEventListener("scroll", ask, { capture: true, passive: true });
      new ResizeObserver(ask).observe(main);
      addEventListener("resize", ask);
      // After a change, because a change can move the focus.
      main.addEventListener("focusin", () => queueMicrotask(ask));
      main.addEventListener("dragstart", (event) => {
        dragged = event.target;
        ask();
      });
      main.addEventListener("dragend", () => { dragged = null; });

      main.addEventListener("keydown", (event) => {
        const row = event.target;
        if (millraceFields.isChord(event) || event.defaultPrevented) return;
        if (!row.matches?.("li[data-on]")) return;
        const window = windows().find(({ pieces }) =>
          pieces.some(({ elements }) => elements?.includes(row)));
        if (!window) return;
        const isUp = event.key === "ArrowUp";
        let to = null;
        if (event.key === "Home") to = 0;
        else if (event.key === "End") to = window.total - 1;
        else if (isUp || event.key === "ArrowDown") {
          const { state, total } = window;
          if (state.aim !== null) {
            event.preventDefault();
            state.answers = 0;
            return go(window, Math.min(Math.max(state.aim + (isUp ? -1 : 1), 0), total - 1));
          }
          const next = isUp ? row.previousElementSibling : row.nextElementSibling;
          if (!next || !isGap(next) || !numbers(next)[1]) return;
          to = numbers(next)[0] + (isUp ? numbers(next)[1] - 1 : 0);
        }
        if (to === null) return;
        event.preventDefault();
        [window.state.asked, window.state.answers] = ["", 0];
        go(window, to);
      });

      for (const window of windows()) layOut(window);
      ask();
    })();
    """#
}
