// What a browser keeps for the page. Where it keeps nothing, choices last until the page closes.

const here = new Map();

export function kept(key) {
    try {
        return localStorage.getItem(key) ?? here.get(key) ?? null;
    } catch {
        return here.get(key) ?? null;
    }
}

export function keep(key, value) {
    here.set(key, value);
    try {
        localStorage.setItem(key, value);
    } catch {
        // The browser keeps nothing.
    }
}
