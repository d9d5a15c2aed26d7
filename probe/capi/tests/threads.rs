//! Tests the use of one handle by many threads, while other handles are opened and closed.
#![allow(unsafe_code, reason = "the interface takes pointers")]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers here are of live objects")]

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::common::{ENGLISH_3, c, last_error, open};
use peatee::*;

const THREADS: usize = 16;
const ROUNDS: usize = 60;

#[test]
fn sixteen_threads_get_the_answers_of_one() {
    let handle = open(ENGLISH_3.as_ref());
    let lines = include_str!("../../tests/data/v4/answers.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut positions = Vec::new();
    let mut expected = Vec::new();
    for line in lines {
        let mut position = PeateePosition::default();
        let fen = c(line.split('\t').next().expect("a FEN"));
        assert_eq!(unsafe { peatee_position_from_fen(handle, fen.as_ptr(), &raw mut position) }, PeateeStatus::Ok);
        let mut value = PeateeValue { status: 9, wdl: 9, plies: 9 };
        assert_eq!(unsafe { peatee_probe(handle, &position, &raw mut value) }, PeateeStatus::Ok);
        positions.push(position);
        expected.push(value);
    }
    // Uses a new handle, so that all threads start with tables of which nothing has been read.
    assert_eq!(peatee_close(handle), PeateeStatus::Ok);
    let shared = open(ENGLISH_3.as_ref());
    // This handle is closed and replaced meanwhile. Threads that still use the old one get an
    // error.
    let passing = AtomicU64::new(open(ENGLISH_3.as_ref()));
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let closer = scope.spawn(|| {
            let mut closed = 0u32;
            while !is_over.load(Ordering::Relaxed) {
                let old = passing.swap(open(ENGLISH_3.as_ref()), Ordering::Relaxed);
                assert_eq!(peatee_close(old), PeateeStatus::Ok);
                assert_eq!(peatee_close(old), PeateeStatus::BadHandle);
                closed += 1;
                thread::yield_now();
            }
            closed
        });
        let workers: Vec<_> = (0..THREADS)
            .map(|number| {
                let (positions, expected, passing) = (&positions, &expected, &passing);
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        let mut found = vec![PeateeValue { status: 9, wdl: 9, plies: 9 }; positions.len()];
                        if round % 4 == 0 {
                            let count = positions.len();
                            let status =
                                unsafe { peatee_probe_many(shared, positions.as_ptr(), count, found.as_mut_ptr()) };
                            assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
                            assert_eq!(found, *expected);
                        }
                        for at in 0..positions.len() {
                            let at = (at * 7 + number * 13 + round) % positions.len();
                            let mut value = PeateeValue { status: 9, wdl: 9, plies: 9 };
                            let status = unsafe { peatee_probe(shared, &raw const positions[at], &raw mut value) };
                            assert_eq!((status, value), (PeateeStatus::Ok, expected[at]));
                            let gone = passing.load(Ordering::Relaxed);
                            match unsafe { peatee_probe(gone, &raw const positions[at], &raw mut value) } {
                                PeateeStatus::Ok => assert_eq!(value, expected[at]),
                                PeateeStatus::BadHandle => assert!(last_error().contains("was closed")),
                                other => panic!("{other:?}: {}", last_error()),
                            }
                        }
                    }
                })
            })
            .collect();
        for worker in workers {
            worker.join().expect("a thread fails");
        }
        is_over.store(true, Ordering::Relaxed);
        assert!(closer.join().expect("the thread fails") > 0);
    });
    assert_eq!(peatee_close(shared), PeateeStatus::Ok);
}
