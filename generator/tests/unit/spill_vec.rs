use peatee_generator::spill::spill_vec::*;
use std::io::{self};
use std::path::PathBuf;

#[test]
fn files_hold_what_memory_holds() {
    let folder = tempfile::tempdir().expect("room for temporary files");
    let files = Backing::Files(folder.path().to_owned());
    let mut both = [&Backing::Memory, &files].map(|room| room.zeros(100_001).expect("there is room"));
    for row in &mut both {
        assert!(row.iter().all(|&number| number == 0));
        row.iter_mut().zip(0u32..).for_each(|(number, place)| *number = (place.wrapping_mul(place) >> 7) as u16);
    }
    assert_eq!(both[0], both[1]);
    assert_eq!(both.each_ref().map(SpillVec::memory_bytes), [200_002, 0]);
    let moved = files.moved(both[0].clone()).expect("there is room");
    assert_eq!((moved.memory_bytes(), moved == both[0]), (0, true));
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0);
    assert!(files.zeros::<u8>(0).expect("nothing is made").is_empty());
}

#[test]
fn a_file_that_cannot_be_made_is_an_error() {
    let missing = Backing::Files(PathBuf::from("/nonexistent/folder"));
    assert_eq!(missing.zeros::<u8>(1).expect_err("there is no such folder").kind(), io::ErrorKind::NotFound);
    let folder = tempfile::tempdir().expect("room for temporary files");
    let error = Backing::Files(folder.path().to_owned()).zeros::<u8>(1 << 60).expect_err("no disk is that large");
    assert!(error.to_string().contains("cannot be reserved in"), "{error}");
}
