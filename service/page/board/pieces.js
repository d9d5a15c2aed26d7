// How pieces look. All lengths are in hundredths of a square.

import { CHESS_SHAPES } from "./chess-shapes.js";

const SVG = "http://www.w3.org/2000/svg";

/** A new SVG element with attributes. */
export function svg(name, attributes = {}) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
        element.setAttribute(key, value);
    }
    return element;
}

const CROWN = "M-22 15 L-26 -13 L-12 -1 L0 -20 L12 -1 L26 -13 L22 15 Z";
const CANOPY = "M-24 -2 A24 22 0 0 1 24 -2 L0 22 Z M-8 -2 L0 22 L8 -2";

const EMBLEMS = { __proto__: null, king: CROWN, parachutist: CANOPY };

/** A piece around the origin. */
export function pieceShape({ side, kind }) {
    const shape = svg("g", { class: `piece ${side === "W" ? "white" : "black"} ${kind}` });
    const figure = CHESS_SHAPES[kind];
    if (figure) {
        shape.append(
            svg("path", { class: "shadow", d: figure.body, transform: "translate(1.5 4)" }),
            svg("path", { class: "body", d: figure.body }),
            svg("path", { class: "detail", d: figure.lines }),
        );
        return shape;
    }
    shape.append(
        svg("circle", { class: "shadow", cx: 1.5, cy: 4, r: 37 }),
        svg("circle", { class: "disc", r: 37 }),
        svg("circle", { class: "groove", r: 29.5 }),
    );
    if (EMBLEMS[kind]) {
        shape.append(svg("path", { class: "emblem", d: EMBLEMS[kind] }));
    } else {
        shape.append(svg("circle", { class: "groove", r: 20 }));
    }
    return shape;
}
