// The history of the browser: one entry for each game, position, move or view that was opened. What
// was opened since the page was loaded is kept, so that going back asks for no verdict again.

/**
 * Keeps the history of a session. `link` writes the address of what is shown, `snapshot` and
 * `restore` take and show what is open, `follow` opens an address, `changed` hears of each step.
 */
export function visiting({ link, snapshot, restore, follow, changed }) {
    /** What was open, by its place in the history. */
    const visits = [];
    let place = history.state?.place ?? 0;
    /** Whether the entry of this place is being opened. */
    let isArriving = false;

    /** Keeps what is shown: anew where something else was opened, else in the place of what it was. */
    const keep = () => {
        const now = snapshot();
        const isSame = visits[place]?.key.every((part, index) => part === now.key[index]);
        if (isArriving || isSame) {
            history.replaceState({ place }, "", link());
        } else {
            place += 1;
            visits.length = place;
            history.pushState({ place }, "", link());
        }
        visits[place] = now;
    };

    /** Opens what the address names, or what is kept of this place. */
    const arrive = async () => {
        isArriving = true;
        try {
            await (visits[place] ? restore(visits[place]) : follow(location.hash));
        } finally {
            isArriving = false;
        }
        changed();
    };

    addEventListener("popstate", ({ state }) => {
        // An address that was typed has no state yet, and stands behind the place that was left.
        place = state?.place ?? place + 1;
        if (!state) {
            visits.length = place;
        }
        arrive();
    });

    return { arrive, keep, back: () => history.back(), canGoBack: () => place > 0 && visits[place - 1] !== undefined };
}
