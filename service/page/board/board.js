// `<draughts-board>`: a board of any size, drawn in SVG. It draws a position, numbers squares, says
// what stands where, and tells which squares a person chose, by mouse, finger or keyboard. It knows
// no rules: what a choice means is decided by who listens.
//
// Events, all with `detail`:
//   square-choose  {square}        a click, Enter or Space
//   square-drag    {from, to}      a piece was dragged; `to` is absent when it left the board
//   square-key     {square, key}   any other key on a square

import { Drag } from "./drag.js";
import { Geometry } from "./geometry.js";
import { pieceShape, svg } from "./pieces.js";
import { emptySetup } from "./setup.js";

const CELL = 100;
/** The width of the frame: with the names of files and ranks in it, and without. */
const FRAMES = { named: 36, plain: 16 };

const STEPS = { __proto__: null, ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class DraughtsBoard extends HTMLElement {
    #geometry = null;
    #setup = emptySetup();
    #isTurned = false;
    #hasNumbers = true;
    #marks = { from: "", to: "", captured: [], chosen: "", targets: [], sources: [] };
    #arrows = [];
    #focused = "";
    #groups = new Map();
    #drag = new Drag(this);

    /** Says what a square holds; set by who knows the language. */
    describe = (square, piece) => `${square} ${piece ? `${piece.side} ${piece.kind}` : ""}`;

    /** Sets the board, as `GET /v1/variants` describes it. */
    set layout(board) {
        this.#geometry = new Geometry(board);
        this.#focused = "";
        this.#arrows = [];
        this.#draw();
    }

    get geometry() {
        return this.#geometry;
    }

    set setup(setup) {
        this.#setup = setup;
        this.#place();
    }

    get setup() {
        return this.#setup;
    }

    /** True: Black sits below. */
    set turned(isTurned) {
        this.#isTurned = isTurned;
        this.#draw();
    }

    get turned() {
        return this.#isTurned;
    }

    set numbers(hasNumbers) {
        this.#hasNumbers = hasNumbers;
        this.classList.toggle("without-names", !hasNumbers);
    }

    get numbers() {
        return this.#hasNumbers;
    }

    /** Sets the squares that are pointed out: a move that was made, a chosen piece, where it may go. */
    set marks(marks) {
        this.#marks = { ...this.#marks, ...marks };
        this.#mark();
    }

    /** Sets arrows over the pieces, each by the squares that it goes through. */
    set arrows(paths) {
        this.#arrows = paths;
        this.#aim();
    }

    /** Sets the text that names the board as a whole. */
    set label(text) {
        this.querySelector("svg")?.setAttribute("aria-label", text);
        this.dataset.label = text;
    }

    /** Writes the texts of all squares anew, for another language. */
    relabel() {
        for (const [name, group] of this.#groups) {
            group.setAttribute("aria-label", this.describe(name, this.#setup.pieces.get(name)));
        }
    }

    /** The square under a point of the screen. */
    squareAt(x, y) {
        return document.elementFromPoint(x, y)?.closest?.("draughts-board [data-square]")?.dataset.square;
    }

    /** Takes up a piece that is not on the board, as from a box of pieces beside it. */
    take(piece, event, dropped) {
        this.#drag.begin(event, piece, dropped);
    }

    #draw() {
        if (!this.#geometry) {
            return;
        }
        const { columns, rows } = this.#geometry;
        const frame = this.#frame;
        const [width, height] = [columns * CELL + 2 * frame, rows * CELL + 2 * frame];
        const picture = svg("svg", {
            viewBox: `${-frame} ${-frame} ${width} ${height}`,
            class: "board-picture",
            role: "grid",
            "aria-label": this.dataset.label ?? "",
        });
        picture.append(this.#ground());
        this.#groups.clear();
        this.#focused ||= this.#geometry.cells[0].name;
        for (const row of new Set(this.#geometry.cells.map((cell) => cell.row))) {
            picture.append(this.#row(row));
        }
        picture.addEventListener("keydown", (event) => this.#key(event));
        picture.addEventListener("pointerdown", (event) => this.#press(event));
        picture.addEventListener("touchstart", (event) => this.#hold(event), { passive: false });
        picture.addEventListener("focusin", (event) => this.#focus(event.target.closest("[data-square]")));
        picture.append(svg("g", { class: "arrows", "aria-hidden": "true" }));
        this.replaceChildren(picture);
        this.#place();
        this.#mark();
        this.#aim();
    }

    /** The frame, the squares that are not played on, lines, and the names of files and ranks. */
    #ground() {
        const { columns, rows, isLettered, hasLines } = this.#geometry;
        const ground = svg("g", { "aria-hidden": "true" });
        const frame = this.#frame;
        const size = { width: columns * CELL, height: rows * CELL };
        ground.append(
            svg("rect", { class: "frame", x: -frame, y: -frame, width: size.width + 2 * frame,
                height: size.height + 2 * frame, rx: 8 }),
            svg("rect", { class: hasLines ? "square open" : "square light", ...size }),
        );
        if (hasLines) {
            ground.append(svg("path", { class: "lines", d: alquerqueLines(columns, rows) }));
        }
        if (isLettered) {
            ground.append(...this.#edges());
        }
        return ground;
    }

    #edges() {
        const { columns, rows } = this.#geometry;
        const names = [];
        const put = (x, y, text) => {
            const label = svg("text", { class: "edge", x, y });
            label.textContent = text;
            names.push(label);
        };
        for (let column = 0; column < columns; column += 1) {
            put(this.#x(column) + CELL / 2, rows * CELL + this.#frame / 2, this.#geometry.fileName(column));
        }
        for (let row = 0; row < rows; row += 1) {
            put(-this.#frame / 2, this.#y(row) + CELL / 2, String(rows - row));
        }
        return names;
    }

    #row(row) {
        const group = svg("g", { role: "row" });
        const cells = this.#geometry.cells.filter((cell) => cell.row === row);
        // A screen reader reads a row from the left, whichever way the board is turned.
        for (const cell of this.#isTurned ? cells.reverse() : cells) {
            const square = svg("g", {
                role: "gridcell",
                "data-square": cell.name,
                tabindex: cell.name === this.#focused ? "0" : "-1",
                transform: `translate(${this.#x(cell.column)} ${this.#y(cell.row)})`,
            });
            const isOdd = (cell.column + cell.row) % 2 === 1;
            const look = this.#geometry.hasLines ? "point" : isOdd || !this.#isFull() ? "dark" : "pale";
            square.append(svg("rect", { class: `square ${look}`, width: CELL, height: CELL }));
            const mark = svg("rect", { class: "mark", x: 3, y: 3, width: CELL - 6, height: CELL - 6, rx: 4 });
            square.append(
                mark,
                svg("g", { class: "seat", transform: `translate(${CELL / 2} ${CELL / 2})` }),
                svg("circle", { class: "target", cx: CELL / 2, cy: CELL / 2, r: 15 }),
            );
            if (!this.#geometry.isLettered) {
                const number = svg("text", { class: "number", x: 4, y: 4, "aria-hidden": "true" });
                number.textContent = cell.name;
                square.append(number);
            }
            this.#groups.set(cell.name, square);
            group.append(square);
        }
        return group;
    }

    get #frame() {
        return this.#geometry.isLettered ? FRAMES.named : FRAMES.plain;
    }

    /** True when all squares are played on. */
    #isFull() {
        const { columns, rows, cells } = this.#geometry;
        return cells.length === columns * rows;
    }

    #x(column) {
        return (this.#isTurned ? this.#geometry.columns - 1 - column : column) * CELL;
    }

    #y(row) {
        return (this.#isTurned ? this.#geometry.rows - 1 - row : row) * CELL;
    }

    #place() {
        for (const [name, group] of this.#groups) {
            const piece = this.#setup.pieces.get(name);
            const look = piece ? `${piece.side}${piece.kind}` : "";
            if (group.dataset.look !== look) {
                group.dataset.look = look;
                group.querySelector(".seat").replaceChildren(...(piece ? [pieceShape(piece)] : []));
                group.setAttribute("aria-label", this.describe(name, piece));
            }
        }
    }

    #mark() {
        const { from, to, captured, chosen, targets, sources } = this.#marks;
        for (const [name, group] of this.#groups) {
            group.classList.toggle("from", name === from);
            group.classList.toggle("to", name === to);
            group.classList.toggle("captured", captured.includes(name));
            group.classList.toggle("chosen", name === chosen);
            group.classList.toggle("target-of-move", targets.includes(name));
            group.classList.toggle("source-of-move", sources.includes(name));
            if (name === chosen) {
                group.setAttribute("aria-selected", "true");
            } else {
                group.removeAttribute("aria-selected");
            }
        }
    }

    #aim() {
        const middle = (square) => {
            const { column, row } = this.#geometry.byName.get(square);
            return { x: this.#x(column) + CELL / 2, y: this.#y(row) + CELL / 2 };
        };
        this.querySelector(".arrows")?.replaceChildren(...this.#arrows.map((path) => arrow(path.map(middle))));
    }

    #focus(group) {
        if (group) {
            this.#groups.get(this.#focused)?.setAttribute("tabindex", "-1");
            this.#focused = group.dataset.square;
            group.setAttribute("tabindex", "0");
        }
    }

    #key(event) {
        const square = event.target.closest("[data-square]")?.dataset.square;
        if (!square || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const cell = this.#geometry.byName.get(square);
        const turn = this.#isTurned ? -1 : 1;
        const step = STEPS[event.key];
        if (step) {
            this.#go(this.#geometry.neighbour(cell, step[0] * turn, step[1] * turn));
        } else if (event.key === "Home" || event.key === "End") {
            this.#go(this.#geometry.edge(cell, (event.key === "Home") !== this.#isTurned));
        } else if (event.key === "Enter" || event.key === " ") {
            this.#tell("square-choose", { square });
        } else if (event.key === "Tab" || !this.#tell("square-key", { square, key: event.key })) {
            return;
        }
        event.preventDefault();
    }

    #go(cell) {
        this.#groups.get(cell.name).focus();
    }

    #press(event) {
        const square = event.target.closest("[data-square]")?.dataset.square;
        if (!square || event.button !== 0) {
            return;
        }
        const piece = this.#setup.pieces.get(square);
        this.#drag.begin(event, piece, (to, hasMoved) => {
            if (hasMoved && piece && to !== square) {
                this.#tell("square-drag", { from: square, to });
            } else if (to === square) {
                this.#tell("square-choose", { square });
            }
        });
    }

    /**
     * Keeps a finger on a piece that can be moved from scrolling the page, which would end the drag.
     * Browsers honour `touch-action` on the picture alone, and not on its squares.
     */
    #hold(event) {
        if (event.cancelable && event.target.closest(".editing [data-square], .source-of-move")) {
            event.preventDefault();
        }
    }

    /** Sends an event; true when a listener took it. */
    #tell(name, detail) {
        return !this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
    }
}

/** An arrow through points, its head before the middle of the last one. */
function arrow(points) {
    const [from, to] = points.slice(-2);
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const at = (back, aside) => `${to.x - x * back - y * aside} ${to.y - y * back + x * aside}`;
    const line = [...points.slice(0, -1).map((point) => `${point.x} ${point.y}`), at(40, 0)];
    const picture = svg("g", { class: "arrow" });
    picture.append(svg("path", { class: "shaft", d: `M${line.join("L")}` }),
        svg("path", { class: "head", d: `M${at(8, 0)}L${at(44, 20)}L${at(44, -20)}Z` }));
    return picture;
}

/** Rows, columns and every second diagonal between the middles of squares. */
function alquerqueLines(columns, rows) {
    const at = (place) => place * CELL + CELL / 2;
    const parts = [];
    for (let column = 0; column < columns; column += 1) {
        parts.push(`M${at(column)} ${at(0)}V${at(rows - 1)}`);
    }
    for (let row = 0; row < rows; row += 1) {
        parts.push(`M${at(0)} ${at(row)}H${at(columns - 1)}`);
    }
    for (let row = 0; row + 1 < rows; row += 1) {
        for (let column = 0; column + 1 < columns; column += 1) {
            const isFalling = (column + row) % 2 === 0;
            const [from, to] = isFalling ? [column, column + 1] : [column + 1, column];
            parts.push(`M${at(from)} ${at(row)}L${at(to)} ${at(row + 1)}`);
        }
    }
    return parts.join("");
}

customElements.define("draughts-board", DraughtsBoard);
