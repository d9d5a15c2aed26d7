// Where the squares of a board lie, and what they are called. Rows and columns are counted as White
// sees the board: row 0 is the far one, column 0 the left one.

/** One square that is played on. */
export class Cell {
    constructor(name, column, row) {
        this.name = name;
        this.column = column;
        this.row = row;
    }
}

/** The squares of a board, from its description in `GET /v1/variants`. */
export class Geometry {
    /** @param {object} board the message `peatee.v1.Board` as JSON */
    constructor(board) {
        this.columns = board.fileCount;
        this.rows = board.rankCount;
        this.isLettered = board.squareNames === "SQUARE_NAMES_ALGEBRAIC";
        this.hasLines = Boolean(board.alquerqueLines);
        this.cells = [];
        for (let row = 0; row < this.rows; row += 1) {
            for (let column = 0; column < this.columns; column += 1) {
                if (isPlayed(board.shade, column, this.rows - 1 - row)) {
                    this.cells.push(new Cell("", column, row));
                }
            }
        }
        this.cells.forEach((cell, index) => {
            cell.name = this.#nameOf(board.squareNames, cell, index);
        });
        this.byName = new Map(this.cells.map((cell) => [cell.name, cell]));
        this.byPlace = new Map(this.cells.map((cell) => [`${cell.column},${cell.row}`, cell]));
    }

    #nameOf(squareNames, cell, index) {
        switch (squareNames) {
            case "SQUARE_NAMES_ALGEBRAIC":
                return `${this.fileName(cell.column)}${this.rows - cell.row}`;
            case "SQUARE_NAMES_BOTTOM_RIGHT":
                return String(this.cells.length - index);
            default:
                return String(index + 1);
        }
    }

    /** The letter of a file. */
    fileName(column) {
        return String.fromCharCode("a".charCodeAt(0) + column);
    }

    /** The square at a place, if it is played on. */
    at(column, row) {
        return this.byPlace.get(`${column},${row}`);
    }

    /**
     * The next square from `cell` in a direction as White sees it, or `cell` itself at the edge. On
     * boards of one shade a step up or down takes the nearest square of the next row.
     */
    neighbour(cell, columnStep, rowStep) {
        const row = cell.row + rowStep;
        const inRow = this.cells.filter((other) => other.row === row);
        if (columnStep !== 0) {
            const ahead = inRow.filter((other) => Math.sign(other.column - cell.column) === columnStep);
            return nearest(ahead, cell) ?? cell;
        }
        return nearest(inRow, cell) ?? cell;
    }

    /** The first square of the row of `cell`, or the last one. */
    edge(cell, isFirst) {
        const inRow = this.cells.filter((other) => other.row === cell.row);
        return isFirst ? inRow[0] : inRow[inRow.length - 1];
    }
}

function isPlayed(shade, file, rank) {
    const isDark = (file + rank) % 2 === 0;
    return shade === "SHADE_ALL" || isDark === (shade === "SHADE_DARK");
}

function nearest(cells, from) {
    const distance = (cell) => Math.abs(cell.column - from.column);
    return cells.reduce((best, cell) => (best && distance(best) <= distance(cell) ? best : cell), undefined);
}
