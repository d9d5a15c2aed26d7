//! A hook that is called after every solved layer and may save the layers solved so far.

use crate::error::Error;

/// Saves solved layers and restores them. The units of a layer depend on lower layers alone, so a
/// solver can go on from the values of the layers below any layer.
pub trait Checkpoint {
    /// Writes the layers that an earlier run saved into `solved` and returns their number. `layers`
    /// lists the units of each layer.
    ///
    /// # Errors
    /// When a saved layer cannot be read.
    fn restore(&mut self, layers: &[Vec<u32>], solved: &mut dyn SavedUnits) -> Result<usize, Error>;

    /// Called when the first `count` layers are solved.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the solver is to stop here; other errors when saving fails.
    fn layer_solved(&mut self, layers: &[Vec<u32>], count: usize, solved: &dyn SavedUnits) -> Result<(), Error>;
}

/// Access to the solved units of a slice as bytes.
pub trait SavedUnits: Sync {
    fn unit_bytes(&self) -> usize;

    fn append_unit(&self, unit: u32, out: &mut Vec<u8>);

    /// Replaces the values of a unit by those in `bytes`.
    fn read_unit(&mut self, unit: u32, bytes: &[u8]);
}

/// A checkpoint that does nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoCheckpoint;

impl Checkpoint for NoCheckpoint {
    fn restore(&mut self, _layers: &[Vec<u32>], _solved: &mut dyn SavedUnits) -> Result<usize, Error> {
        Ok(0)
    }

    fn layer_solved(&mut self, _layers: &[Vec<u32>], _count: usize, _solved: &dyn SavedUnits) -> Result<(), Error> {
        Ok(())
    }
}
