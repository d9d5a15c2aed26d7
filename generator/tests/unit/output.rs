use peatee_generator::solver::draughts::bitboards::layout::units::Layout;
use peatee_generator::solver::draughts::bitboards::layout::word_table::WordTable;
use peatee_generator::solver::draughts::bitboards::output::*;
use peatee_generator::solver::draughts::bitboards::value_word::{DIGITS, LOST, WON, value_at, win_parity};
use peatee_generator::solver::values::Entries;
use peatee_generator::solver::values::known::Known;
use peatee_rules::{Bitboard, Kernel, Side};
use peatee_rules::{Draughts, Kind, Variant, with_kernel};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

/// Returns the value of one position from a value word, reading one bit at a time.
fn simple_value<W: Bitboard>(word: &[W], square: u8, form: ValueForm, win_parity: u16) -> Known {
    let known = value_at(word, square, win_parity);
    let digits = || (0..).zip(&word[DIGITS..]).map(|(i, digit)| (digit.has(square) as u16) << i).sum();
    match form {
        ValueForm::ToEnd => known,
        _ if known.is_draw() => Known::DRAW,
        ValueForm::Wdl if known.is_won() => Known::won(1),
        ValueForm::Wdl => Known::lost(0),
        ValueForm::ToEvent if known.is_won() => Known::won(digits()),
        ValueForm::ToEvent => Known::lost(digits()),
    }
}

/// Compares the values that are computed from random words with those of `simple_value`. The open
/// king, whose square is a bit of a word, is the first king of its side.
fn check<W: Bitboard>(kernel: &Kernel<W>, slice: Slice, side: Side, open: Option<Side>, form: ValueForm) {
    let is_mirrored = side != slice.side;
    let material = if is_mirrored { slice.material.swapped() } else { slice.material };
    let layout = Layout::new(kernel, material, open);
    let digits = if form == ValueForm::Wdl { 0 } else { 6 };
    let value_words = DIGITS + digits;
    let words = vec![W::EMPTY; layout.units() * layout.unit_words() * (value_words + 1)];
    let mut table = WordTable { stride: value_words + 1, value_words, words };
    let mut state = 0x9e37_79b9_7f4a_7c15u128;
    for words in table.words.chunks_mut(table.stride) {
        for word in &mut *words {
            state = state.wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15).wrapping_add(1);
            *word = W::narrow(state >> 40);
        }
        words[LOST] &= !words[WON];
    }
    let win_parity = win_parity(kernel.goal);
    let (values, captures) = values(kernel, (slice, side), &layout, &table, form);
    let captures = captures.expect("the words say where captures are");
    let index = SliceIndex::new(kernel, slice);
    assert_eq!(values.len() as u64, index.size());
    let mut cursor = index.cursor();
    for number in 0..values.len() {
        let setup = *cursor.seek(number as u64);
        let on_board = if is_mirrored { kernel.mirrored(&setup) } else { setup };
        let unit = layout.unit_of(&on_board);
        let (place, square) = match layout.open {
            None => (unit, 0),
            Some(open) => {
                let open_of_slice = if is_mirrored { open.other() } else { open };
                let first = W::bit(setup.get(open_of_slice, Kind::King).lowest());
                let first = if is_mirrored { kernel.mirrored_set(first) } else { first };
                let others = on_board.get(open, Kind::King) & !first;
                (layout.word_with(unit, &on_board, others), first.lowest())
            }
        };
        let quiet = table.words[place * table.stride + table.value_words];
        let expected = simple_value(table.at(place), square, form, win_parity);
        assert_eq!(values.at(number), expected, "{slice} {number} {form:?}, {open:?} open");
        assert_eq!(captures.has(number as u64), !quiet.has(square), "{slice} {number}");
    }
}

#[test]
fn every_value_is_written_where_its_position_is() {
    for (variant, names) in [
        ("english", &["KvK", "KMvK", "KvKM", "KKvK", "KvKK", "KKvKM", "KMvKK", "MvKK", "KKvM", "KKKvM", "MvM"][..]),
        ("international", &["KvK", "KMvK", "KvKK"]),
        ("oneway", &["KvK", "KvKK"]),
        ("canadian", &["KvK", "KvM"]),
    ] {
        let game = Draughts::new(Variant::named(variant).expect("a variant"));
        with_kernel!(game, kernel => {
            for name in names {
                let slice = Slice::parse(&game, name).expect("a slice");
                let sides = if kernel.mirror.is_some() { &Side::BOTH[..] } else { &[slice.side] };
                for &side in sides {
                    for open in Side::BOTH {
                        for form in [ValueForm::Wdl, ValueForm::ToEnd, ValueForm::ToEvent] {
                            check(kernel, slice, side, Some(open), form);
                        }
                    }
                }
            }
        });
    }
}
