use peatee_generator::solver::draughts::bitboards::first_pass::rows::{Effect, Event};
use peatee_generator::solver::draughts::bitboards::iterate::event_queue::*;
use peatee_generator::spill::spill_vec::Backing;
use std::io::{self};

#[test]
fn files_give_back_what_memory_gives() {
    let folder = tempfile::tempdir().expect("room for temporary files");
    let rooms = [Backing::Memory, Backing::Files(folder.path().to_owned())];
    let mut queues = rooms.each_ref().map(|room| EventQueue::<u64>::new(room).expect("there is room"));
    // The second round reuses the queues.
    for times in [5, 3] {
        for queue in &mut queues {
            queue.clear();
            assert_eq!(queue.last_ply(), 0);
            for number in 0..times * EVENTS_AT_ONCE as u32 {
                let effect = if number % 3 == 0 { Effect::ExitsLost } else { Effect::Decided };
                let event = Event { place: number / 2, effect, squares: number as u64 * 0x9e37_79b9 };
                queue.push([1, 4, 4, 9][number as usize % 4], event).expect("there is room");
            }
            assert_eq!(queue.last_ply(), 9);
        }
        assert!(queues[0].file.is_none() && queues[1].file_bytes > 0);
        for ply in 0..12 {
            let found = queues.each_ref().map(|queue| {
                let mut found = Vec::new();
                let each = queue.each::<io::Error>(ply, |Event { place, effect, squares }| {
                    found.push((place, effect == Effect::ExitsLost, squares));
                    Ok(())
                });
                each.expect("the file is read");
                found
            });
            assert_eq!(found[0], found[1], "ply {ply}");
            assert_eq!(found[0].is_empty(), ![1, 4, 9].contains(&ply));
        }
    }
}
