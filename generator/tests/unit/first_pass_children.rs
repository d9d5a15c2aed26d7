use peatee_generator::solver::draughts::bitboards::first_pass::children::*;
use peatee_generator::solver::draughts::bitboards::layout::units::Layout;
use peatee_generator::solver::draughts::bitboards::layout::word_table::WordTable;
use peatee_generator::solver::draughts::bitboards::value_word::{LOST, WON};
use peatee_generator::solver::draughts::lookup::SliceArray;
use peatee_generator::solver::values::known::Known;
use peatee_generator::solver::values::{Values, WdlArray, cell_of};
use peatee_rules::{Bitboard, Kernel, Kind, Setup, Side};
use peatee_rules::{Draughts, Variant, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Material, Slice};

/// Checks that a unit (configuration of the men) has the same values if it is read alone as in the
/// whole table.
fn check_units<W: Bitboard>(kernel: &Kernel<W>, child: &Child<'_, W>, table: &WordTable<W>) {
    let words = child.layout.unit_words() * table.stride;
    let mut cursor = child.layout.fixed_cursor();
    for unit in 0..child.layout.units() {
        let fixed = cursor.as_mut().map_or(Setup::default(), |cursor| *cursor.seek(unit as u64));
        assert!(fixed.occupied() & !kernel.all == W::EMPTY);
        let alone = child.read_unit(&fixed);
        assert!(alone.words == table.words[unit * words..][..words], "unit {unit}");
    }
}

/// Looks up every position. Each king of each side is in turn the open king, whose square is a bit
/// of a word.
#[test]
fn every_value_is_found_wherever_its_open_king_is() {
    let game = Draughts::new(Variant::named("english").expect("a variant"));
    with_kernel!(game, kernel => {
        for name in ["KKvK", "KvKK", "KMvM", "MvKM", "MMvM", "KKvM", "KvMM", "KKKvM", "MvKKM"] {
            let slice = Slice::parse(&game, name).expect("a slice");
            let index = SliceIndex::new(kernel, slice);
            let values: Vec<Known> =
                (0..index.size()).map(|i| [Known::lost(0), Known::DRAW, Known::won(1)][(i * i / 7 % 3) as usize]).collect();
            let bytes = values.chunks(4).map(|four| four.iter().enumerate().fold(0, |b, (i, &k)| b | cell_of(k) << (2 * i)));
            let entries = Values::Wdl(WdlArray::new(values.len(), bytes.collect::<Vec<u8>>()));
            let array = SliceArray { index, entries };
            for on_board in colourings(kernel, slice) {
                for open in Side::BOTH {
                    let open = Layout::<u64>::open_side(&on_board.material, Some(open));
                    let layout = &Layout::new(kernel, on_board.material, open);
                    let child = ChildSlice { slice: on_board, array: &array, layout: layout.clone() };
                    let child = Child::new(kernel, &child, 0);
                    let table = child.read();
                    check_units(kernel, &child, &table);
                    let mut cursor = array.index.cursor();
                    for (number, &known) in values.iter().enumerate() {
                        let setup = cursor.seek(number as u64);
                        let setup = if on_board.side == slice.side { *setup } else { kernel.mirrored(setup) };
                        let unit = layout.unit_of(&setup);
                        let own = open.map_or(u64::EMPTY, |open| setup.get(open, Kind::King).widen() as u64);
                        let places: Vec<(usize, u8)> = match open {
                            None => vec![(unit, 0)],
                            Some(_) => own.squares().map(|square| {
                                (layout.word_with(unit, &setup, <_>::narrow((own & !u64::bit(square)).widen())), square)
                            }).collect(),
                        };
                        for (place, square) in places {
                            let word = table.at(place);
                            assert_eq!(
                                (word[WON].has(square), word[LOST].has(square)),
                                (known.is_won(), !known.is_won() && !known.is_draw()),
                                "{on_board} {number}, {open:?} open"
                            );
                        }
                    }
                }
            }
        }
    });
}

#[test]
fn one_more_piece_adds_its_weight_to_the_number_of_a_slice() {
    for side in Side::BOTH {
        for kind in Kind::ALL {
            let slice = Slice { material: Material { counts: [[1, 2, 0], [0, 3, 1]] }, side };
            let mut more = slice;
            more.material.counts[side as usize][kind as usize] += 1;
            let number = |slice: Slice| slice.number().expect("a small slice");
            assert_eq!(number(more), number(slice) + weight_of_piece(side, kind));
        }
    }
}
