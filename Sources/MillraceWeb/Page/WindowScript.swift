// SPDX-License-Identifier: Apache-2.0

/// Long lists of which the page has the rows in view and some more, served as
/// `/millrace-windows.js`.
///
/// The server knows which rows there are, the page how high they are. Gaps stand for the rows that
/// the page does not have: `data-gap` says from which row on, how many, and of how many. When a
/// gap comes near, this script asks for the rows around the view.
enum WindowScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // Long lists of Millrace's pages: asks for the rows that come into view.
    "use strict";
    (() => {
      const main = document.getElementById("millrace");
      const gaps = main.getElementsByClassName("mv-gap");
      const known = new WeakMap(); // first gap of a window -> what is known of its rows
      let waits = false; // rows were asked for, and there was no answer yet
      let dragged = null;

      const isGap = (node) => node.classList.contains("mv-gap");
      const isFirst = (node) => isGap(node) && node.matches("[data-on~='rows']");
      const numbers = (gap) => gap.dataset.gap.split(" ").map(Number);
      const idOf = (element) => Number(element?.dataset.n ?? 0);

      // A window as it is on the page: its gaps, and the rows between them.
      function read(first) {
        if (!known.has(first)) {
          known.set(first, { sum: 0, count: 0, height: 44, asked: "", aim: null, answers: 0 });
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

      // What scrolls the rows, and which part of it is seen.
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

      // Rows and places ------------------------------------------------------------------------
      // The row at a height, with the part of it that lies above the height as a fraction.
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

      // Where a row is, or would be.
      function topOf(window, row) {
        const element = elementOf(window, row);
        if (element) return place(element).top + (row % 1) * place(element).height;
        const piece = window.pieces.find(({ from, rows }) => row < from + rows);
        return piece ? topOfPiece(piece) + (row - piece.from) * heightOf(window) : 0;
      }

      // Gives the gaps the height of their rows, and rows their numbers.
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
        // A height that is almost right stays: another one moves what is far away.
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

      // What is in view stays where it is ------------------------------------------------------
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

      function restore(isAnew) {
        for (const { box, first, row, at, seen, isAtEnd } of anchors) {
          const left = isAnew ? null : seen.find(([element]) => element.isConnected);
          let moved = 0;
          if (left) moved = place(left[0]).top - left[1];
          else if (isAtEnd && !seen.length) moved = box.scrollHeight;
          else if (first.isConnected && isFirst(first)) moved = topOf(read(first), row) - at;
          if (Math.abs(moved) >= 0.5) box.scrollTop += moved;
        }
        anchors = [];
      }

      // Asking ---------------------------------------------------------------------------------
      function has(window, from, to) {
        return !window.pieces.some((piece) =>
          piece.gap && piece.rows && piece.from < to && piece.from + piece.rows > from);
      }

      function request(window, from, to) {
        const first = Math.max(Math.floor(from), 0);
        const count = Math.max(Math.min(Math.ceil(to), window.total) - first, 1);
        const inUse = [dragged, document.activeElement].map((node) => window.pieces
          .flatMap(({ elements }) => elements ?? []).find((row) => node && row.contains(node)));
        const keep = idOf(inUse[0] ?? inUse[1]);
        const asked = `${first} ${count} ${keep}`;
        if (window.state.asked === asked) return;
        window.state.asked = asked;
        waits = true;
        window.first.dispatchEvent(new CustomEvent("millrace",
          { bubbles: true, detail: ["rows", { first, count, keep }] }));
      }

      // The rows of one screen on each side are always there; those of two are asked for.
      function ask() {
        if (waits) return;
        for (const window of windows()) {
          if (!isShown(window) || window.state.aim !== null) continue;
          const { top, bottom } = room(window);
          const screen = bottom - top;
          if (screen <= 0) continue;
          const isThere = has(window, rowAt(window, top - screen), rowAt(window, bottom + screen));
          if (isThere) window.state.asked = "";
          else request(window, rowAt(window, top - 2 * screen), rowAt(window, bottom + 2 * screen));
        }
      }

      // Goes to a row with the keyboard, wherever it is. One request is open at a time: keys that
      // are pressed faster than rows come move the aim, and at an answer its rows are asked for.
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
          if (when === "anew") window.state.asked = "";
          layOut(window);
        }
        restore(when === "anew");
        for (const window of windows()) {
          const { state } = window;
          if (state.aim === null) continue;
          const row = Math.min(state.aim, window.total - 1);
          // Answers to other events may come first, and a row may be gone for good.
          if (elementOf(window, row) || ++state.answers <= 9 && window.total) go(window, row);
          else state.aim = null;
        }
        ask();
      });

      document.addEventListener("scroll", ask, { capture: true, passive: true });
      new ResizeObserver(ask).observe(main);
      addEventListener("resize", ask);
      main.addEventListener("dragstart", (event) => { dragged = event.target; });
      main.addEventListener("dragend", () => { dragged = null; });

      main.addEventListener("keydown", (event) => {
        const row = event.target;
        const isChord = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
        if (isChord || !row.matches?.("li[data-on]")) return;
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
