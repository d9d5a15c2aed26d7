//! Reads SVG pictures.

/// Returns the values of an attribute of all bars of this colour. A bar has a text for the mouse.
pub fn numbers(svg: &str, colour: &str, attribute: &str) -> Vec<f64> {
    let bars = svg.split("<rect ").skip(1).filter_map(|rest| rest.split_once("><title>").map(|(bar, _)| bar));
    let of_colour = bars.filter(|bar| bar.contains(&format!("class=\"{colour}\"")));
    let value = |bar: &str| bar.split_once(&format!("{attribute}=\""))?.1.split('"').next()?.parse().ok();
    of_colour.map(|bar| value(bar).expect("a number")).collect()
}

/// Returns the shares of a heat map, sorted. These are the texts that end in a digit.
pub fn shares(svg: &str) -> Vec<&str> {
    let texts = svg.split("<text ").skip(1);
    let texts = texts.filter_map(|rest| rest.split_once('>')?.1.split("</text>").next().map(str::trim));
    let mut shares: Vec<&str> = texts.filter(|text| text.ends_with(|c: char| c.is_ascii_digit())).collect();
    shares.sort_unstable();
    shares
}

/// Formats a share in percent as the heat map does.
pub fn share(count: u64, all: u64) -> String {
    // Tenths of a percent, rounded.
    match (2000 * count + all) / (2 * all) {
        0 if count > 0 => "&lt;0.1".to_owned(),
        1000 if count < all => "&gt;99.9".to_owned(),
        tenths if tenths % 10 == 0 => (tenths / 10).to_string(),
        tenths => format!("{}.{}", tenths / 10, tenths % 10),
    }
}
