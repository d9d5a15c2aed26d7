//! A place in the source tree that breaks a rule.

/// A place in the source tree that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Breach {
    /// Name of the rule.
    pub rule: &'static str,
    /// Key under which `known.toml` counts the breach. It does not depend on the line number.
    pub key: String,
    /// Message with the file, the line and the fault.
    pub text: String,
}
