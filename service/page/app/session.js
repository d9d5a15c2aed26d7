// What is on the board, where it came from, and what the server said of it. Views read the session
// and redraw on its event `change`; whoever changes it tells them so.

import { CHESS, isChess, isChessFen, looksLikeChess } from "../board/chess.js";
import { Refusal } from "./refusal.js";
import * as server from "./server.js";
import { TextGames } from "./text-games.js";

/** How long a game waits for the answers about it, so that all is drawn at once. */
const WAIT_MILLIS = 100;

export class Session extends EventTarget {
    variants = [];
    variant = null;
    /** The draw code that was chosen; "" takes the default of the game. */
    rules = "";
    /** The side whose flag has fallen after the last move of the game of chess, as the server calls it; "": nobody's. */
    flag = "";
    /** Whether the last move of the game of chess was written down with a claim of a draw, and not made. */
    isAnnounced = false;
    /** What is listed of the games of a PDN text. A new text has a new list. */
    games = [];
    /** The game on the board: the answer of `/v1/adjudicate`, with its tags and its entry in the list. */
    game = null;
    /** The value of each position of the game, first to last; null: not asked yet. */
    values = null;
    ply = 0;
    /** Other lines of the game, which were left for another move: what was open with each. */
    lines = [];
    /** A line that is shown on the board beside the game: its moves, and how many are played. */
    line = null;
    /** The verdict, the legal moves and the rated moves in the position of the game. */
    verdict = null;
    position = null;
    rated = null;
    /** What went wrong last, a `Refusal`. */
    refusal = null;
    /** True while answers are awaited; at first, that of the games that the server knows. */
    isBusy = true;
    /** Counts up with everything that is opened, so that late answers are dropped. */
    #turn = 0;
    /** The PDN text that the games come from: `text`, and its `games`. */
    #source = null;

    changed() {
        this.dispatchEvent(new Event("change"));
    }

    /** Asks for the games that the server knows. */
    async start() {
        this.variants = await server.variants();
    }

    named(id) {
        return this.variants.find((variant) => variant.id === id);
    }

    /** The FEN of the position that the board shows; "" before there is one. */
    get fen() {
        const { line } = this;
        if (!this.game) {
            return "";
        }
        return line?.at ? line.moves[line.at - 1].fenAfter : this.#fenAt(this.ply);
    }

    /** The move that led to it. */
    get lastMove() {
        const { line } = this;
        return line?.at ? line.moves[line.at - 1].move : this.game?.moves[this.ply - 1]?.move;
    }

    #fenAt(ply) {
        return ply === 0 ? this.game.startFen : this.game.moves[ply - 1].fenAfter;
    }

    #countersAt(ply) {
        return ply === 0 ? this.game.startCounters : this.game.moves[ply - 1].countersAfter;
    }

    /** The counts that run in that position. */
    get counters() {
        const { line } = this;
        return line?.at ? line.moves[line.at - 1].ruleValue?.countersAfter ?? "" : this.#countersAt(this.ply);
    }

    /** The moves of the game as they were written down: those that were made, and one that was announced. */
    get writtenMoves() {
        const { moves, verdict } = this.game;
        const announced = verdict.announcedClaim ? [verdict.announcedClaim.move] : [];
        return [...moves.map(({ move }) => move.notation), ...announced];
    }

    /** Chooses a game of the family, and puts its start position on the board. */
    async chooseVariant(id) {
        this.variant = this.named(id) ?? this.variants[0];
        this.rules = "";
        await this.openPosition("");
    }

    /** Chooses a draw code, and judges what is on the board by it. */
    chooseRules(rules) {
        this.rules = rules;
        return this.#judgeAnew();
    }

    /** Says whose flag has fallen in the game on the board, and judges it. */
    chooseFlag(flag) {
        this.flag = flag;
        if (flag && this.isAnnounced) {
            // A flag falls after a move that was made.
            this.isAnnounced = false;
            return this.#judgeAnew(null);
        }
        return this.#judgeAnew();
    }

    /** Says whether the last move of the game was announced with a claim, or made, and judges the game. */
    chooseAnnounced(isAnnounced) {
        this.isAnnounced = isAnnounced;
        this.flag = isAnnounced ? "" : this.flag;
        return this.#judgeAnew(null);
    }

    async #judgeAnew(ply = this.ply) {
        const { game, games, flag, isAnnounced } = this;
        if (!game) {
            return;
        }
        if (games.length > 0) {
            await this.openText(this.#source.text, { index: games.indexOf(game.listed), ply, flag, isAnnounced });
        } else {
            // Counts of one code mean nothing in another.
            const { startFen: fen, tags } = game;
            await this.openPlayed({ fen, moves: this.writtenMoves, tags, ply, flag, isAnnounced });
        }
    }

    /** Turns to chess where a position or a text is of it. */
    #turnTo(isOfChess) {
        if (isOfChess && !isChess(this.variant) && this.named(CHESS)) {
            this.variant = this.named(CHESS);
            this.rules = "";
        }
    }

    /** Puts a position on the board. */
    openPosition(fen, counters = "") {
        return this.openPlayed({ fen, counters, moves: [] });
    }

    /** Puts a position and moves on the board. */
    openPlayed({ fen, counters = "", moves, tags = [], ply = null, flag = "", isAnnounced = false, lines = [] }) {
        this.games = [];
        Object.assign(this, { flag, isAnnounced });
        this.#turnTo(isChessFen(fen));
        return this.#open(async () => {
            const played = { fen, counters, moves };
            const asked = { variant: this.variant.id, rules: this.rules, ...ofCase({ flag, isAnnounced }), played };
            const answer = await server.adjudicate(asked);
            return { answer, tags, ply, lines };
        });
    }

    /** Puts a game of the list on the board. */
    openGame(listed, ply = null) {
        return this.#open(async () => {
            if (listed.error) {
                throw new Refusal(400, listed.error);
            }
            const { verdict: answer, tags } = await this.#source.games.game(this.games.indexOf(listed));
            return { answer, tags, ply, listed };
        });
    }

    /** Plays a move in the position of the game. A game that goes on otherwise is kept as a line. */
    play(text) {
        const { startFen, startCounters, tags, moves: played } = this.game;
        const moves = [...texts(this.game).slice(0, this.ply), text];
        const hasMoves = (game) => moves.every((move, index) => game.moves[index]?.move.notation === move);
        if (hasMoves(this.game)) {
            return this.goTo(moves.length);
        }
        const left = this.lines.find(({ shown }) => hasMoves(shown.game));
        if (left) {
            return this.openLine(left, moves.length);
        }
        const lines = played.length > this.ply ? [...this.lines, this.snapshot()] : this.lines;
        const game = { fen: startFen, counters: startCounters, moves, tags: withoutResult(tags) };
        return this.openPlayed({ ...game, lines });
    }

    /** Goes back to a line that was left, and keeps the one that is shown. */
    openLine(left, ply) {
        const lines = [...this.lines.filter((line) => line !== left), this.snapshot()];
        return this.restore({ ...left, shown: { ...left.shown, ply, lines } });
    }

    /** Reads a PDN text: lists its games, and opens one of them, unless told else the first one. */
    async openText(pdn, { index = 0, ply = null, flag = "", isAnnounced = false } = {}) {
        const turn = this.#begin();
        Object.assign(this, { flag, isAnnounced });
        const isOfChess = looksLikeChess(pdn);
        this.#turnTo(isOfChess);
        const namesGame = !isOfChess && /\[\s*(GameType|Variant)\s/i.test(pdn);
        if (namesGame && isChess(this.variant)) {
            this.rules = "";
        }
        const variant = namesGame ? "" : this.variant.id;
        const request = { variant, rules: this.rules, ...ofCase({ flag, isAnnounced }) };
        this.games = [];
        this.#source = { text: pdn, games: new TextGames(pdn, request) };
        try {
            for await (const games of this.#source.games.lists()) {
                if (turn !== this.#turn) {
                    return;
                }
                this.games.push(...games);
                this.changed();
            }
        } catch (error) {
            this.#fail(turn, error);
            return;
        }
        const wanted = this.games[index];
        const chosen = wanted?.verdict ? wanted : this.games.find((game) => game.verdict) ?? wanted;
        if (chosen) {
            await this.openGame(chosen, ply);
        } else {
            this.#fail(turn, new Refusal(400, { message: "", details: [{ reason: "NO_GAME" }] }));
        }
    }

    /** All that is needed to show again what is open now. */
    snapshot() {
        const { variant, rules, flag, isAnnounced, games, game, values, ply, lines } = this;
        return { source: this.#source, shown: { variant, rules, flag, isAnnounced, games, game, values, ply, lines } };
    }

    /** Shows again what was open, without judging it again. */
    async restore({ source, shown }) {
        const turn = this.#begin();
        this.#source = source;
        Object.assign(this, shown);
        await this.#look(turn);
    }

    #begin() {
        this.#turn += 1;
        this.isBusy = true;
        this.refusal = null;
        this.changed();
        return this.#turn;
    }

    #fail(turn, error) {
        if (!(error instanceof Refusal)) {
            throw error;
        }
        if (turn === this.#turn) {
            this.refusal = error;
            this.isBusy = false;
            this.changed();
        }
    }

    async #open(ask) {
        const turn = this.#begin();
        try {
            const { answer, tags, ply, listed, lines = [] } = await ask();
            if (turn !== this.#turn) {
                return;
            }
            this.variant = this.named(answer.variant);
            this.lines = lines;
            this.game = { ...answer, verdict: withParagraphs(answer), tags, listed };
            // In a game that was over before there is no claim to judge.
            this.isAnnounced = Boolean(answer.verdict.announcedClaim);
            this.ply = Math.min(ply ?? answer.moves.length, answer.moves.length);
            this.values = null;
        } catch (error) {
            this.#fail(turn, error);
            return;
        }
        await this.#look(turn);
    }

    /** Shows the position after so many plies of the game. */
    async goTo(ply) {
        const last = this.game?.moves.length ?? 0;
        const goal = Math.max(0, Math.min(ply, last));
        if (goal === this.ply && !this.line) {
            return;
        }
        this.ply = goal;
        await this.#look(this.#begin());
    }

    /** The moves of best play from the position of the game; `null` where none are known. */
    get bestLine() {
        const moves = this.verdict?.assessment?.line;
        return moves?.length ? moves : null;
    }

    /** One step ahead or back, in the line where one is shown, else in the game, and behind it in best play. */
    step(by) {
        if (!this.line && by > 0 && this.ply === this.game?.moves.length && this.bestLine) {
            return this.showLine(this.bestLine, 1);
        }
        if (!this.line) {
            return this.goTo(this.ply + by);
        }
        const at = this.line.at + by;
        return this.showLine(this.line.moves, at);
    }

    /** Shows a line on the board after so many of its moves; 0 goes back to the game. */
    showLine(moves, at) {
        this.line = at > 0 ? { moves, at: Math.min(at, moves.length) } : null;
        this.changed();
    }

    /** Asks for all that belongs to the position of the game, and once for the values of the game. */
    async #look(turn) {
        const { game, ply } = this;
        this.line = null;
        this.rated = null;
        this.position = null;
        this.verdict = ply === game.moves.length ? game.verdict : null;
        const waiting = setTimeout(() => turn === this.#turn && this.changed(), WAIT_MILLIS);
        const at = { variant: this.variant.id, fen: this.#fenAt(ply), rules: game.rules, counters: this.counters };
        try {
            const verdict = Promise.resolve(this.verdict ?? this.#verdictAt(ply));
            // Where the tables do not know the position, they do not know its moves either.
            const rated = verdict.then(({ assessment }) => assessment?.value && server.moves({ ...at, chances: 1 }));
            const answers = [verdict, rated, server.position(at), this.values ?? this.#valuesOf(game)];
            const [found, moves, position, values] = await Promise.all(answers);
            if (turn === this.#turn) {
                Object.assign(this, { verdict: found, rated: moves ?? null, position, values, isBusy: false });
                this.changed();
            }
        } catch (error) {
            this.#fail(turn, error);
        } finally {
            clearTimeout(waiting);
        }
    }

    async #verdictAt(ply) {
        const { startFen, startCounters, rules } = this.game;
        const played = { fen: startFen, counters: startCounters, moves: texts(this.game).slice(0, ply) };
        return withParagraphs(await server.adjudicate({ variant: this.variant.id, rules, played }));
    }

    /** The values of all positions of the game; none where they are not known. */
    async #valuesOf(game) {
        const { variant } = this;
        const plies = Array.from({ length: game.moves.length + 1 }, (_, ply) => ply);
        const fens = plies.map((ply) => this.#fenAt(ply));
        const counters = plies.map((ply) => this.#countersAt(ply));
        const asked = { variant: variant.id, rules: game.rules, fens, counters };
        return variant.hasTables ? server.probeAll(asked).catch(() => []) : [];
    }
}

/** The fields of a request that say what the record does not: a fallen flag, a move that was announced. */
const ofCase = ({ flag, isAnnounced }) =>
    ({ ...(flag ? { flag } : {}), ...(isAnnounced ? { claimAnnounced: true } : {}) });

/** The verdict of an answer with the sentences that tell it. */
const withParagraphs = ({ verdict, paragraphs }) => ({ ...verdict, paragraphs });

const texts = (game) => game.moves.map((played) => played.move.notation);
const withoutResult = (tags) => tags.filter((tag) => tag.name !== "Result");
