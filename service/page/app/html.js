// Elements in one line: el("p", { class: "x", onclick: f }, "text", child).

export function el(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === "function") {
            element.addEventListener(key.slice(2), value);
        } else if (typeof value === "boolean") {
            element.toggleAttribute(key, value);
        } else if (value !== null && value !== undefined) {
            element.setAttribute(key, value);
        }
    }
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
}

/** An element of the page by its id. */
export const byId = (id) => document.getElementById(id);

/** Puts children into an element in the place of those it has; leaves out `null`. */
export function show(element, ...children) {
    element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
}
