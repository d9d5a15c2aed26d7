//! The brute force itself: does it get right what is known from elsewhere?

mod product;

use peatee_rules::draw::{DrawRules, RuleCode};
use peatee_rules::{Game, Variant};
use product::{Product, material, up_to};

#[test]
fn scratch() {
    let now = std::time::Instant::now();
    let game = Game::new(Variant::named("international").unwrap());
    let p = Product::solve(&game, DrawRules::new(RuleCode::named("FMJD-100").unwrap()), &up_to(3));
    println!("{:?}", now.elapsed());
    for s in p.sheets() { println!("{} {} {} {}", s.name(), s.numbers().len(), s.counters().len(), s.classes().len()); }
    let now = std::time::Instant::now();
    let p = Product::solve(&game, DrawRules::new(RuleCode::named("none").unwrap()), &up_to(3));
    println!("{:?}", now.elapsed());
    let mut t=[0;3];
    for s in p.sheets() { let c=s.counters()[0]; for &n in s.numbers() { if s.side==peatee_rules::Side::White && product::material("KvK") != s.material { t[s.value(n,&c) as usize]+=1; } } println!("{} {:?}", s.name(), t); }
    let now = std::time::Instant::now();
    let p = Product::solve(&game, DrawRules::new(RuleCode::named("FMJD-100").unwrap()), &["KKKvK","KKMvK","KMMvK"].map(material));
    println!("{:?}", now.elapsed());
    for s in p.sheets() { println!("{} {} {} {}", s.name(), s.numbers().len(), s.counters().len(), s.classes().len()); }
}
