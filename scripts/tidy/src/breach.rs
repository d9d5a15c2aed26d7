//! A place that breaks a rule.

/// A place that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Breach {
    /// The rule's name.
    pub rule: &'static str,
    /// The name under which `known.toml` counts the breach: it outlives edits of other lines.
    pub key: String,
    /// File, line, and the fault.
    pub text: String,
}
