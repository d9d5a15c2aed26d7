//! Languages of the command line.

use clap::ValueEnum;

use super::page_files::PageFiles;
use super::texts::Texts;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    En,
    /// Estonian.
    Et,
    /// French.
    Fr,
    /// Dutch.
    Nl,
    /// Russian.
    Ru,
}

impl Language {
    /// Loads the text catalogue of the language, which is compiled into the program.
    pub fn texts(self) -> Texts {
        let value = self.to_possible_value().expect("no language is hidden");
        let tag = value.get_name();
        let file = PageFiles::get(&format!("lang/{tag}.json")).expect("every language has a catalogue").data;
        Texts::read(tag, &file).expect("catalogues are objects: a test reads them all")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_fits_the_number() {
        let said = |language: Language, count: u32| {
            language.texts().text("worth.wins-in.white", &[("count", count.to_string())])
        };
        assert_eq!(said(Language::En, 1), "White wins in 1 move");
        assert_eq!(said(Language::En, 15), "White wins in 15 moves");
        assert_eq!(said(Language::Et, 15), "Valge võidab 15 käiguga");
        assert_eq!(said(Language::Ru, 21), "Белые выигрывают в 21 ход");
        assert_eq!(said(Language::Ru, 3), "Белые выигрывают в 3 хода");
        assert_eq!(said(Language::Ru, 15), "Белые выигрывают в 15 ходов");
    }

    #[test]
    fn every_language_can_be_chosen() {
        for &language in Language::value_variants() {
            assert!(language.texts().has("verdict.title"), "{language:?}");
        }
    }
}
