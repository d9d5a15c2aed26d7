//! Text catalogues, which the page and the command line share. There is one for each language.

use std::fmt;
use std::sync::LazyLock;

use intl_pluralrules::{PluralRuleType, PluralRules};
use peatee_proto::v1::{Paragraph, Sentence, SentencePlace, VerdictPart};
use serde_json::{Map, Value};
use unic_langid::LanguageIdentifier;

pub struct Texts {
    catalogue: Map<String, Value>,
    plurals: PluralRules,
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Texts").field("language", &self.plurals.get_locale()).finish_non_exhaustive()
    }
}

/// Name of a placeholder, and the text that replaces it.
pub type Place<'a> = (&'a str, String);

impl Texts {
    /// Reads a catalogue. `tag` names its language, such as `en`.
    ///
    /// # Errors
    /// The file is not a JSON object.
    ///
    /// # Panics
    /// The tag is not that of a known language.
    pub fn read(tag: &str, file: &[u8]) -> serde_json::Result<Texts> {
        let language: LanguageIdentifier = tag.parse().expect("a language tag");
        let plurals = PluralRules::create(language, PluralRuleType::CARDINAL).expect("the rules of a known language");
        Ok(Texts { catalogue: serde_json::from_slice(file)?, plurals })
    }

    pub fn english() -> &'static Texts {
        static ENGLISH: LazyLock<Texts> = LazyLock::new(|| {
            let file = include_bytes!("../../../page/lang/en.json");
            Texts::read("en", file).expect("the catalogue is an object: every test of sentences reads it")
        });
        &ENGLISH
    }

    /// Returns the text of a sentence, including the sentences that it contains.
    pub fn sentence(&self, sentence: &Sentence) -> String {
        if sentence.key.is_empty() {
            return sentence.text.clone();
        }
        let place = |SentencePlace { name, value, sentences }: &'_ SentencePlace| match sentences[..] {
            [] => value.clone(),
            _ => {
                let between = if matches!(name.as_str(), "sources" | "readings") { "; " } else { ", " };
                sentences.iter().map(|inner| self.sentence(inner)).collect::<Vec<_>>().join(between)
            }
        };
        let places: Vec<_> = sentence.places.iter().map(|found| (found.name.as_str(), place(found))).collect();
        self.text(&sentence.key, &places)
    }

    /// Returns the text of a paragraph of sentences, as one line.
    pub fn paragraph(&self, paragraph: &Paragraph) -> String {
        let told: Vec<String> = paragraph.sentences.iter().map(|sentence| self.sentence(sentence)).collect();
        let with_title = |end: &str| match &told[..] {
            [title, rest @ ..] if !rest.is_empty() => format!("{title}{end} {}", rest.join(" ")),
            _ => told.join(" "),
        };
        match paragraph.part() {
            VerdictPart::Standing => told.join(", "),
            VerdictPart::BestPlay => with_title("."),
            VerdictPart::Article | VerdictPart::Line => with_title(":"),
            VerdictPart::Count => match &told[..] {
                [title, progress, rest @ ..] => format!("{title}: {progress}. {}", rest.join(" ")),
                _ => told.join(" "),
            },
            _ => told.join(" "),
        }
    }

    pub fn has(&self, key: &str) -> bool {
        self.catalogue.contains_key(key)
    }

    /// Returns the text for a key, in which the placeholders are replaced. If the text has plural
    /// forms, the value of the placeholder `count` selects one.
    pub fn text(&self, key: &str, places: &[Place<'_>]) -> String {
        let form = match self.catalogue.get(key) {
            Some(Value::String(text)) => text.as_str(),
            Some(Value::Object(forms)) => self.form(forms, places),
            _ => key,
        };
        places.iter().fold(form.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }

    fn form<'a>(&self, forms: &'a Map<String, Value>, places: &[Place<'_>]) -> &'a str {
        let count = places.iter().find(|(name, _)| *name == "count").map_or("0", |(_, count)| count);
        let category = self.plurals.select(count).map(|category| format!("{category:?}").to_lowercase());
        let form = category.ok().and_then(|category| forms.get(&category)).or_else(|| forms.get("other"));
        form.and_then(Value::as_str).unwrap_or_default()
    }
}

/// Pairs of draw codes whose articles have the same summaries. The catalogues contain only the
/// summaries of the second code of each pair.
const SAME_AS: &[(&str, &str)] = &[
    ("FMJD-100-2024", "FMJD-100"),
    ("FMJD-64", "FMJD-100"),
    ("USSR-1953-100", "USSR-1953-64"),
    ("FIDE-75", "FIDE-50"),
    ("Frisian-only-move", "Frisian"),
];

/// Returns the catalogue keys under which the summary of an article may be found, in the order in
/// which they are tried.
pub fn article_keys(code: &str, article: &str) -> Vec<String> {
    let same = SAME_AS.iter().find(|(id, _)| *id == code).map(|&(_, same)| same);
    [Some(code), same].into_iter().flatten().map(|id| format!("article/{id}/{article}")).collect()
}
