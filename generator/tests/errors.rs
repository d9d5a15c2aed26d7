//! Checks that no error message repeats the text of one of its causes.

use std::error::Error;
use std::io;

use peatee_generator::TableDirectory;
use peatee_probe::adjudicate::ReviewError;
use peatee_probe::{FileError, Metric, OpenError, ProbeError, Tables};
use peatee_rules::notation::FenError;
use peatee_rules::{Draughts, IllegalPosition, Variant};
use peatee_table::{Manifest, ManifestError};

/// Returns the messages of an error and of its causes.
fn messages(error: &dyn Error) -> Vec<String> {
    std::iter::successors(Some(error), |&error| error.source()).map(ToString::to_string).collect()
}

fn disk() -> io::Error {
    io::Error::other("the disk is gone")
}

fn illegal_position(game: &Draughts) -> IllegalPosition {
    match game.parse_fen("W:W5:B5").unwrap_err() {
        FenError::Illegal(error) => error,
        other => panic!("{other}"),
    }
}

#[test]
fn no_message_is_repeated_by_its_causes() {
    let game = Draughts::new(Variant::named("english").unwrap());
    let tables = tempfile::tempdir().unwrap();
    let path = || tables.path().join("KvK.wdl");
    let english = tables.path().join("english");
    std::fs::create_dir_all(english.join("manifest.json")).unwrap();
    let unreadable = Manifest::read(&english).unwrap_err();
    let errors: Vec<Box<dyn Error>> = vec![
        Box::new(game.parse_fen("W:W5:B5").unwrap_err()),
        Box::new(game.parse_fen("W:W99:B5").unwrap_err()),
        Box::new(game.parse_move(&game.start(), "1-30").unwrap_err()),
        Box::new(FileError::from(disk())),
        Box::new(ManifestError::Io { path: path(), error: disk() }),
        Box::new(unreadable),
        Box::new(OpenError::Io { path: path(), error: disk() }),
        Box::new(OpenError::File { path: path(), error: disk().into() }),
        Box::new(Tables::open(&english).unwrap_err()),
        Box::new(ProbeError::from(illegal_position(&game))),
        Box::new(ProbeError::File { path: path(), error: disk().into() }),
        Box::new(ReviewError::from(ProbeError::File { path: path(), error: FileError::Missing })),
        Box::new(peatee_generator::Error::Io { path: path(), error: disk() }),
        Box::new(peatee_generator::Error::File { path: path(), error: disk().into() }),
        Box::new(peatee_generator::Error::from(OpenError::File { path: path(), error: disk().into() })),
        Box::new(peatee_generator::Error::from(ProbeError::MissingTable {
            slice: "KvK".to_owned(),
            metric: Metric::Dtw,
            variant: "english",
            directory: path(),
        })),
        Box::new(TableDirectory::open(tables.path(), &game).unwrap_err()),
    ];
    for error in errors {
        let messages = messages(&*error);
        for (number, message) in messages.iter().enumerate() {
            assert!(!message.is_empty());
            let earlier = messages[..number].iter().find(|earlier| earlier.contains(message.as_str()));
            assert_eq!(earlier, None, "{message:?} is told twice");
        }
    }
}
