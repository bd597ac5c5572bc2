"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const SEATS = "NESW";
  const WORDS = { N: "North", E: "East", S: "South", W: "West" };
  const COLUMNS = "WNES";
  const SUITS = [["♠", "spades"], ["♥", "hearts"], ["♦", "diamonds"], ["♣", "clubs"]];
  const DENOMINATIONS = ["♣", "♦", "♥", "♠", "NT"];
  let contest = 0;
  let order = { column: 7, descending: true };
  let chosen = null;
  let single = null;

  /* An element with attributes and children; text is text, never HTML. */
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (value !== null && value !== false) element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  }

  const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value);

  /* A text with its suit symbols in their colours. */
  function coloured(text) {
    return make("span", {}, ...Array.from(text, (letter) => {
      const suit = SUITS.find(([symbol]) => symbol === letter);
      return suit ? make("span", { class: suit[1] }, letter) : letter;
    }));
  }

  function table(attributes, heads, rows) {
    return make("div", { class: "wide" }, make("table", attributes,
      make("thead", {}, make("tr", {}, ...heads.map((head) => make(head === "" ? "td" : "th", {}, head)))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell, place) =>
        make(place ? "td" : "th", place ? {} : { scope: "row" }, cell)))))));
  }

  const outcome = (played) => (played.contract ? `${played.contract} ${played.result}` : "passed out");
  const name = (board) => board.number ?? board.place;

  function row(board) {
    const compared = board.contests[contest];
    const [one, two] = compared.tables.map((place) => board.tables[place]);
    return [name(board), board.dealer, board.vulnerable, compared.kind, outcome(one), outcome(two),
      compared.difference, compared.imps];
  }

  /* The boards in the chosen order; the last two columns by size, whoever won. */
  function sorted() {
    const key = (board) => {
      const value = row(board)[order.column];
      return order.column >= 6 ? Math.abs(value) : value;
    };
    const compare = (one, two) => (one < two ? -1 : one > two ? 1 : 0);
    const sign = order.descending ? -1 : 1;
    return [...data.boards].sort((one, two) => sign * compare(key(one), key(two)) || one.place - two.place);
  }

  function list() {
    const [first, second] = data.contests[contest].map((team) => data.labels[team]);
    const seats = data.exchanged ? " North-South" : "";
    const heads = ["board", "dealer", "vulnerable", "kind", first + seats, second + seats, "points", "IMPs"];
    const head = make("tr", {}, ...heads.map((words, column) => {
      const here = order.column === column;
      const direction = order.descending ? "descending" : "ascending";
      return make("th", { scope: "col", "aria-sort": here ? direction : "none" },
        make("button", { type: "button", onclick: () => sortBy(column) },
          words + (here ? (order.descending ? " ▾" : " ▴") : "")));
    }));
    const rows = sorted().map((board) => {
      const cells = row(board);
      const open = make("button", { type: "button", onclick: () => choose(board) }, String(cells[0]));
      return make("tr", { class: board === chosen ? "chosen" : null },
        make("th", { scope: "row" }, open),
        ...cells.slice(1, 4).map((cell) => make("td", {}, cell)),
        ...cells.slice(4, 6).map((cell) => make("td", {}, coloured(cell))),
        ...cells.slice(6).map((cell) => make("td", {}, signed(cell))));
    });
    return make("div", { class: "boards", tabindex: "0", role: "region", "aria-label": "list of boards" },
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
  }

  function sortBy(column) {
    order = { column, descending: order.column === column ? !order.descending : column >= 6 };
    draw();
  }

  function choose(board) {
    chosen = board;
    single = null;
    history.replaceState(null, "", `#board-${board.place}`);
    draw();
  }

  function step(by) {
    const boards = sorted();
    choose(boards[(boards.indexOf(chosen) + by + boards.length) % boards.length]);
  }

  function hand(board, seat) {
    const place = SEATS.indexOf(seat);
    const vulnerable = ({ None: "", Both: SEATS }[board.vulnerable] ?? board.vulnerable).includes(seat);
    const suits = board.hands[place].split(".").map((ranks, suit) => make("span", { class: "suit" },
      make("span", { class: SUITS[suit][1] }, SUITS[suit][0]), " ",
      ...(ranks ? Array.from(ranks, (rank) => make("span", { "data-card": SUITS[suit][0] + rank }, rank)) : ["–"])));
    return make("div", { class: `hand ${seat}` },
      make("b", { class: vulnerable ? "vulnerable" : null }, WORDS[seat]), `${board.hcp[place]} HCP`, ...suits);
  }

  function compass(board) {
    const vulnerable = { None: "nobody", Both: "both" }[board.vulnerable] ?? board.vulnerable;
    return make("div", { class: "compass" }, ...Array.from(SEATS, (seat) => hand(board, seat)),
      make("div", { class: "middle" },
        make("span", {}, make("b", {}, String(name(board))), make("br"), `dealer ${WORDS[board.dealer]}`, make("br"),
          `vulnerable ${vulnerable}`)));
  }

  function doubleDummy(board) {
    if (!board.solved) return make("div", {}, make("p", { class: "note" }, "Double-dummy table not known."));
    const rows = [4, 3, 2, 1, 0].map((denomination) =>
      [coloured(DENOMINATIONS[denomination]), ...board.solved[denomination].map(String)]);
    return make("div", { class: "solved" }, make("h4", {}, "Double-dummy tricks by declarer"),
      table({}, ["", ...SEATS], rows), make("p", {}, `Par ${board.par}`));
  }

  function auction(board, played) {
    const cells = Array(COLUMNS.indexOf(board.dealer)).fill("");
    const meanings = [];
    played.calls.forEach((call, place) => {
      const note = played.notes[place];
      if (note === null) return cells.push(coloured(call));
      const seat = SEATS[(SEATS.indexOf(board.dealer) + place) % 4];
      const number = meanings.length + 1;
      meanings.push(make("li", {}, make("sup", {}, String(number)), ` ${seat} `, coloured(call), ": ",
        coloured(data.meanings[note])));
      cells.push(make("span", { title: data.meanings[note] }, coloured(call), make("sup", {}, String(number))));
      return null;
    });
    const rows = [];
    for (let start = 0; start < cells.length; start += 4) rows.push(cells.slice(start, start + 4));
    const head = Array.from(COLUMNS, (seat) => make("th", { scope: "col" }, WORDS[seat]));
    const body = rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))));
    return make("div", {},
      make("table", { class: "auction" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body)),
      meanings.length ? make("details", { open: "" }, make("summary", {}, "What the calls show"),
        make("ul", { class: "meanings" }, ...meanings)) : null);
  }

  /* The tricks that a card cost its side double dummy, as a mark beside it. */
  function cost(played, place) {
    const lost = played.trace ? Math.abs(played.trace[place] - played.trace[place + 1]) : 0;
    return lost ? make("span", { class: "cost", title: `costs ${lost} double dummy` }, `−${lost}`) : null;
  }

  function play(board, played) {
    if (!played.plays) return make("p", { class: "note" }, "Scored double dummy; no cards were played.");
    const rows = [];
    for (let start = 0; start < played.plays.length; start += 4) {
      const trick = start / 4;
      const led = SEATS.indexOf(played.leaders[trick]);
      const winner = played.leaders[trick + 1];
      const cells = Array.from(COLUMNS, (seat) => {
        const turn = (SEATS.indexOf(seat) - led + 4) % 4;
        const place = start + turn;
        if (place >= played.plays.length) return make("td", {});
        const kind = [turn ? "" : "led", seat === winner ? "won" : ""].join(" ").trim();
        return make("td", { class: kind || null }, coloured(played.plays[place]), cost(played, place));
      });
      const show = make("button", { type: "button", title: "show this trick in the diagram",
        onclick: () => mark(played, trick) }, String(trick + 1));
      const left = played.trace ? make("td", {}, String(played.trace[Math.min(start + 4, played.plays.length)])) : null;
      rows.push(make("tr", {}, make("th", { scope: "row" }, show), ...cells, left));
    }
    const heads = ["trick", ...Array.from(COLUMNS, (seat) => WORDS[seat]), ...(played.trace ? ["declarer takes"] : [])];
    return make("div", { class: "wide" }, make("table", { class: "play" },
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows)),
      make("p", { class: "note" }, "▸ led, bold won the trick",
        played.trace ? "; −1 a trick lost double dummy by this card; declarer takes: in all, double dummy from here" : "",
        "."));
  }

  /* Mark a trick in the diagram: what was played before it is struck out. */
  function mark(played, trick) {
    for (const card of document.querySelectorAll("[data-card]")) {
      const place = played.plays.indexOf(card.dataset.card);
      card.classList.toggle("gone", place >= 0 && place < 4 * trick);
      card.classList.toggle("now", place >= 4 * trick && place < 4 * trick + 4);
    }
    document.querySelector(".compass").scrollIntoView({ block: "nearest" });
  }

  const seated = (played) => `${data.labels[played.ns]} North-South, ${data.labels[played.ew]} East-West`;

  function oneTable(board, played) {
    const score = played.contract ? `, ${signed(played.score)} for North-South` : "";
    return make("section", {}, make("h4", {}, seated(played)),
      make("p", {}, coloured(outcome(played)), score), auction(board, played), play(board, played),
      make("p", {}, make("a", { href: played.url, rel: "noopener noreferrer", target: "_blank" },
        "Open in the online hand viewer")));
  }

  function traveller(board) {
    const isField = board.tables.some((played) => played.percent !== undefined);
    const rows = board.tables.map((played) => [
      make("button", { type: "button", onclick: () => { single = played; draw(); } }, "show"),
      data.labels[played.ns], data.labels[played.ew], coloured(outcome(played)), signed(played.score),
      ...(isField ? [`${played.percent.toFixed(1)} %`] : [])]);
    const heads = ["table", "North-South", "East-West", "contract", "score", ...(isField ? ["matchpoints NS"] : [])];
    return make("details", { open: single ? "" : null, class: "traveller" },
      make("summary", {}, `All ${board.tables.length} results of this board`), table({}, heads, rows));
  }

  function detail(board) {
    const compared = board.contests[contest];
    const [first, second] = data.contests[contest].map((team) => data.labels[team]);
    const shown = single ? [single] : compared.tables.map((place) => board.tables[place]);
    return make("article", { class: "board", id: `board-${board.place}` },
      make("h3", {}, `Board ${name(board)}`),
      make("p", { class: "swing" }, `${first} against ${second}: ${signed(compared.difference)} points, `,
        make("b", {}, `${signed(compared.imps)} IMPs`)),
      make("div", { class: "deal" }, compass(board), doubleDummy(board)),
      board.tables.length > 2 ? traveller(board) : null,
      make("div", { class: "tables" }, ...shown.map((played) => oneTable(board, played))));
  }

  function contests() {
    const options = data.contests.map((pair, number) =>
      make("option", { value: number, selected: number === contest ? "" : null },
        pair.map((team) => data.labels[team]).join(" against ")));
    const change = (event) => { contest = Number(event.target.value); single = null; draw(); };
    return make("label", {}, "contest ", make("select", { onchange: change }, ...options));
  }

  function draw() {
    const viewer = document.getElementById("viewer");
    const scrolled = viewer.querySelector(".boards")?.scrollTop ?? 0;
    viewer.replaceChildren(
      make("div", { class: "controls" }, data.contests.length > 1 ? contests() : null,
        make("button", { type: "button", onclick: () => step(-1) }, "previous"),
        make("button", { type: "button", onclick: () => step(1) }, "next")),
      list(), detail(chosen));
    viewer.querySelector(".boards").scrollTop = scrolled;
  }

  const asked = Number(location.hash.replace("#board-", ""));
  chosen = data.boards.find((board) => board.place === asked) ?? sorted()[0];
  draw();
})();
