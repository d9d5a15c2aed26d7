//! Squares on which both kings may stand at the same time.

use cozy_chess::{BitBoard, Board, Color, File, Square, get_king_moves};

/// Pairs of king squares that may occur in a game, for each side to move.
pub(super) struct Kings {
    /// Possible squares of the black king, indexed by the side to move and the square of the white
    /// king.
    black: [[BitBoard; Square::NUM]; Color::NUM],
    /// Squares on which the king of each side may capture. Captures that leave the opponent without
    /// a move are not counted, because the game ends there.
    captures: [BitBoard; Color::NUM],
    /// For each side, the square of its king on the given board, and the squares that the king may
    /// reach from there by castling.
    castled: [(BitBoard, BitBoard); Color::NUM],
}

impl Kings {
    pub(super) fn of_board(board: &Board) -> Kings {
        let mut black = [[BitBoard::EMPTY; Square::NUM]; Color::NUM];
        black[board.side_to_move() as usize][board.king(Color::White) as usize] = board.king(Color::Black).bitboard();
        let castled = Color::ALL.map(|color| (board.king(color).bitboard(), BitBoard::EMPTY));
        Kings { black, captures: [BitBoard::EMPTY; Color::NUM], castled }
    }

    /// Allows the king of a side to castle to the square `to`.
    pub(super) fn castles(&mut self, side: Color, to: Square) {
        self.castled[side as usize].1 |= to.bitboard();
    }

    /// Adds all pairs of king squares that moves lead to from the known pairs. `open` holds the
    /// squares to which the king of each side may move. `moves` is true for a side that may move a
    /// man other than its king. Returns false when nothing changes.
    pub(super) fn widen(&mut self, open: [BitBoard; Color::NUM], moves: [bool; Color::NUM]) -> bool {
        let mut has_changed = false;
        loop {
            let before = (self.black, self.captures);
            for square in Square::ALL {
                self.move_white(square, open, moves);
                self.move_black(square, open, moves);
            }
            if (self.black, self.captures) == before {
                return has_changed;
            }
            has_changed = true;
        }
    }

    fn move_white(&mut self, square: Square, open: [BitBoard; Color::NUM], moves: [bool; Color::NUM]) {
        let [white, black] = Color::ALL.map(|color| color as usize);
        let others = self.black[white][square as usize];
        if others.is_empty() {
            return;
        }
        for to in get_king_moves(square) & open[white] {
            let others = others & apart(to);
            let replies = moves[black] || !(others & neighbours(open[black] & apart(to))).is_empty();
            if replies && !others.is_empty() {
                self.captures[white] |= to.bitboard();
            }
            self.black[black][to as usize] |= others;
        }
        let (home, castled) = self.castled[white];
        for to in if home.has(square) { castled } else { BitBoard::EMPTY } {
            self.black[black][to as usize] |= others & apart(to);
        }
        if moves[white] {
            self.black[black][square as usize] |= others;
        }
    }

    fn move_black(&mut self, square: Square, open: [BitBoard; Color::NUM], moves: [bool; Color::NUM]) {
        let [white, black] = Color::ALL.map(|color| color as usize);
        let from = self.black[black][square as usize];
        let to = neighbours(from) & open[black] & apart(square);
        let replies = (get_king_moves(square) & open[white]).iter().fold(BitBoard::EMPTY, |all, to| all | apart(to));
        self.captures[black] |= if moves[white] { to } else { to & replies };
        let (home, castled) = self.castled[black];
        let castled = if from.is_disjoint(home) { BitBoard::EMPTY } else { castled & apart(square) };
        self.black[white][square as usize] |= castled | if moves[black] { to | from } else { to };
    }

    pub(super) fn captures(&self, side: Color) -> BitBoard {
        self.captures[side as usize]
    }

    pub(super) fn reach(&self, side: Color) -> BitBoard {
        let both = |square: Square| self.black[0][square as usize] | self.black[1][square as usize];
        match side {
            Color::White => Square::ALL.into_iter().filter(|&square| !both(square).is_empty()).collect(),
            Color::Black => Square::ALL.into_iter().fold(BitBoard::EMPTY, |all, square| all | both(square)),
        }
    }

    /// Returns the pairs of king squares that may occur while `side` is to move. A pair begins with
    /// the square of the king of `first`.
    pub(super) fn pairs_to_move(&self, side: Color, first: Color) -> impl Iterator<Item = [Square; 2]> {
        let black = self.black[side as usize];
        let pairs = move |white: Square| black[white as usize].into_iter().map(move |black| [white, black]);
        Square::ALL.into_iter().flat_map(pairs).map(move |pair| in_order(pair, first))
    }

    /// Returns true when the kings may stand on the squares `pair` while `side` is to move. The
    /// pair begins with the square of the king of `first`.
    pub(super) fn may_be(&self, pair: [Square; 2], first: Color, side: Color) -> bool {
        let [white, black] = in_order(pair, first);
        self.black[side as usize][white as usize].has(black)
    }
}

fn in_order([one, other]: [Square; 2], first: Color) -> [Square; 2] {
    if first == Color::White { [one, other] } else { [other, one] }
}

/// Returns all squares except `square` and its neighbours: the squares that another king may
/// occupy.
fn apart(square: Square) -> BitBoard {
    !get_king_moves(square) & !square.bitboard()
}

fn neighbours(squares: BitBoard) -> BitBoard {
    let BitBoard(squares) = squares;
    let (not_a, not_h) = (!File::A.bitboard().0, !File::H.bitboard().0);
    let beside = (squares << 1) & not_a | (squares >> 1) & not_h;
    let row = squares | beside;
    BitBoard(beside | row << 8 | row >> 8)
}
