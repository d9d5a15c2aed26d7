//! Tests of the pictures of boards, which are parsed by code that is independent of the drawing.

use std::collections::{BTreeMap, BTreeSet};

use peatee_chess::Position;

/// An element of an SVG picture.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    /// Text of the element, without the text of its children.
    text: String,
    children: Vec<Element>,
}

impl Element {
    fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).unwrap_or_else(|| panic!("{name} is lacking: {self:?}"))
    }

    fn children_named(&self, name: &str) -> impl Iterator<Item = &Element> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// Parses the part of XML that the pictures use, and refuses everything else.
fn read(xml: &str) -> Result<Element, String> {
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let mut open = vec![Element::default()];
    for part in xml.trim_end().split_inclusive('>') {
        let (text, tag) = part.split_once('<').ok_or(format!("a text after the last tag: {part}"))?;
        if text.contains(['&', '>']) {
            return Err(format!("a text that is not escaped: {text}"));
        }
        let inside = open.last_mut().expect("the document is open");
        inside.text += text;
        let tag = tag.strip_suffix('>').ok_or(format!("a tag without an end: {tag}"))?;
        if let Some(name) = tag.strip_prefix('/') {
            let closed = open.pop().expect("the document is open");
            if closed.name != name {
                return Err(format!("</{name}> closes <{}>", closed.name));
            }
            open.last_mut().ok_or("a tag is closed that is not open")?.children.push(closed);
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut rest) = tag.split_at(tag.find(' ').unwrap_or(tag.len()));
        let mut element = Element { name: name.to_owned(), ..Element::default() };
        while let Some(attribute) = rest.strip_prefix(' ') {
            let (key, quoted) = attribute.split_once("=\"").ok_or(format!("no attribute: {attribute}"))?;
            let (value, after) = quoted.split_once('"').ok_or(format!("a quote without an end: {attribute}"))?;
            if !is_name(key) || value.contains(['<', '&']) {
                return Err(format!("a wrong attribute: {attribute}"));
            }
            if element.attributes.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(format!("{key} twice: {tag}"));
            }
            rest = after;
        }
        if !is_name(name) || !rest.is_empty() {
            return Err(format!("a wrong tag: {tag}"));
        }
        if is_empty {
            open.last_mut().expect("the document is open").children.push(element);
        } else {
            open.push(element);
        }
    }
    let [document] = &mut open[..] else { return Err(format!("{} tags are not closed", open.len() - 1)) };
    match (document.children.pop(), document.children.len(), document.text.is_empty()) {
        (Some(root), 0, true) => Ok(root),
        _ => Err("a document has one root and nothing beside it".to_owned()),
    }
}

fn picture(fen: &str) -> Element {
    let position = Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    read(&position.svg()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the expected class of the man on each occupied square, from the FEN.
fn men_of_fen(fen: &str) -> BTreeMap<String, String> {
    let mut men = BTreeMap::new();
    for (row, rank) in fen.split([' ', '/']).take(8).zip(["8", "7", "6", "5", "4", "3", "2", "1"]) {
        let mut files = "abcdefgh".chars();
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                files.nth(empty as usize - 1).expect("a square");
                continue;
            }
            let side = if letter.is_ascii_uppercase() { "white" } else { "black" };
            let kind = match letter.to_ascii_lowercase() {
                'k' => "king",
                'q' => "queen",
                'r' => "rook",
                'b' => "bishop",
                'n' => "knight",
                'p' => "pawn",
                _ => panic!("{letter}"),
            };
            men.insert(format!("{}{rank}", files.next().expect("a square")), format!("piece {side} {kind}"));
        }
    }
    men
}

/// Returns the class of the man on each occupied square, from the picture.
fn men_of_picture(picture: &Element) -> BTreeMap<String, String> {
    let mut men = BTreeMap::new();
    for man in picture.children_named("g") {
        let place = man.attribute("transform").strip_prefix("translate(").and_then(|rest| rest.strip_suffix(')'));
        let (x, y) = place.and_then(|place| place.split_once(' ')).expect("a place");
        let [x, y]: [usize; 2] = [x, y].map(|number| number.parse().expect("a number"));
        assert!(x % 100 == 50 && y % 100 == 50 && x < 800 && y < 800, "the middle of a square: {x} {y}");
        let square = format!("{}{}", ["a", "b", "c", "d", "e", "f", "g", "h"][x / 100], 8 - y / 100);
        let twice = men.insert(square, man.attribute("class").to_owned());
        assert_eq!(twice, None, "two men on a square");
    }
    men
}

#[test]
fn every_man_stands_once_on_its_square_in_random_games() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut boards = 0;
    for _ in 0..8 {
        let mut here = Position::start();
        for _ in 0..120 {
            let fen = here.fen();
            let picture = picture(&fen);
            assert_eq!(men_of_picture(&picture), men_of_fen(&fen), "{fen}");
            let titles: Vec<&str> = picture.children_named("title").map(|title| title.text.as_str()).collect();
            assert_eq!(titles, [fen]);
            boards += 1;
            let Some(&mv) = random.choice(&here.moves()) else { break };
            here = here.after(mv);
        }
    }
    assert!(boards > 500, "{boards}");
}

#[test]
fn the_twelve_men_differ_and_each_looks_the_same_everywhere() {
    let mut shapes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for man in picture(&Position::start().fen()).children_named("g") {
        let shape = man.children.iter().map(|part| format!("{} {:?};", part.name, part.attributes)).collect();
        shapes.entry(man.attribute("class").to_owned()).or_default().insert(shape);
    }
    assert_eq!(shapes.len(), 12);
    assert!(shapes.values().all(|shapes| shapes.len() == 1), "{shapes:?}");
    assert_eq!(shapes.values().flatten().collect::<BTreeSet<_>>().len(), 12);
}

#[test]
fn kinds_differ_by_outline_and_sides_by_colour() {
    let (mut outlines, mut fills) = (BTreeMap::<String, BTreeSet<String>>::new(), BTreeMap::new());
    for man in picture(&Position::start().fen()).children_named("g") {
        let [shadow, body, _lines] = &man.children[..] else { panic!("{man:?}") };
        assert_eq!(shadow.attribute("d"), body.attribute("d"));
        let [_, side, kind] = man.attribute("class").split(' ').collect::<Vec<_>>()[..] else { panic!("{man:?}") };
        outlines.entry(kind.to_owned()).or_default().insert(body.attribute("d").to_owned());
        fills.entry(side.to_owned()).or_insert_with(BTreeSet::new).insert(body.attribute("fill").to_owned());
    }
    assert!(outlines.values().chain(fills.values()).all(|found| found.len() == 1), "{outlines:?} {fills:?}");
    assert_eq!(outlines.values().flatten().collect::<BTreeSet<_>>().len(), 6);
    assert_eq!(fills.values().flatten().collect::<BTreeSet<_>>().len(), 2);
}

#[test]
fn the_board_has_its_dark_squares_and_names_on_its_edges() {
    let picture = picture("8/8/8/8/8/2k5/1q6/K7 w - -");
    let dark: BTreeSet<(&str, &str)> = picture
        .children_named("rect")
        .filter(|rect| rect.attribute("width") == "100")
        .map(|rect| (rect.attribute("x"), rect.attribute("y")))
        .collect();
    assert_eq!(dark.len(), 32);
    // The squares a1 and h8 are dark.
    assert!(dark.contains(&("0", "700")) && dark.contains(&("700", "0")));
    let names: String = picture.children_named("text").map(|text| text.text.as_str()).collect();
    assert_eq!(names, "abcdefgh87654321");
    let title = picture.children_named("title").next().map(|title| title.text.as_str());
    assert_eq!(title, Some("8/8/8/8/8/2k5/1q6/K7 w - - 0 1"));
}

#[test]
fn what_is_not_well_formed_is_found() {
    for (xml, reason) in [
        ("<a><b></a></b>", "</a> closes <b>"),
        ("<a>", "1 tags are not closed"),
        ("<a/><b/>", "one root"),
        ("<a></a></a>", "closes <>"),
        ("<a>&</a>", "not escaped"),
        ("<a x=\"1\" x=\"2\"/>", "x twice"),
        ("<a x=1/>", "no attribute"),
        ("<a x=\"<\"/>", "a wrong attribute"),
        ("<a x=\"1\"y=\"2\"/>", "a wrong tag"),
        ("<a/>b", "after the last tag"),
    ] {
        let error = read(xml).expect_err(xml);
        assert!(error.contains(reason), "{xml}: {error}");
    }
    assert_eq!(read("<a><b x=\"1\"/>c</a>").expect("it is right").text, "c");
}
