use peatee_generator::solver::values::known::Known;
use peatee_generator::solver::values::*;

#[test]
fn cells_are_read_back_and_counted() {
    let values: Vec<Known> =
        (0..1001usize).map(|i| [Known::lost(0), Known::DRAW, Known::won(1)][(i * i / 7) % 3]).collect();
    let byte = |four: &[Known]| four.iter().enumerate().fold(0, |byte, (i, &known)| byte | cell_of(known) << (2 * i));
    let wdl = WdlArray::new(values.len(), values.chunks(CELLS_PER_BYTE).map(byte).collect::<Vec<u8>>());
    let count = |wanted: Known| values.iter().filter(|&&known| known == wanted).count() as u64;
    assert_eq!(wdl.counts(), [Known::lost(0), Known::DRAW, Known::won(1)].map(count));
    assert_eq!(WdlArray::of(&values), wdl);
    let read = Values::Wdl(wdl);
    assert_eq!(read.iter().collect::<Vec<_>>(), values);
    assert_eq!(read.memory_bytes(), 251);
}
