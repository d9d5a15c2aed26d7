//! Names of the values of options, on the command line and in protocols.

/// An enum whose values have names, by which options select them.
pub trait Named: clap::ValueEnum + Sized + 'static {
    /// Returns the name of this value.
    fn name(&self) -> String {
        self.to_possible_value().expect("no value is hidden").get_name().to_owned()
    }

    /// Returns the names of all values.
    fn names() -> Vec<String> {
        Self::value_variants().iter().map(Named::name).collect()
    }

    /// Returns the value with a name.
    ///
    /// # Errors
    /// No value has this name. The error is a message that lists the names of all values.
    fn named(name: &str, ignores_case: bool) -> Result<Self, String> {
        Self::from_str(name, ignores_case).map_err(|_| Self::names().join(" or "))
    }
}

impl<T: clap::ValueEnum + Sized + 'static> Named for T {}
