//! Checkpoints: a hook that is called after every solved layer, and what is solved so far, which it
//! may save.

use crate::error::Error;

/// Saves solved layers and restores them. The units of a layer depend on lower layers alone, so a
/// solver can go on from the values of the layers below any layer.
pub trait Checkpoint {
    /// Writes the layers that an earlier run has saved into `solved` and returns how many these
    /// are. `layers` lists the units of each layer.
    ///
    /// # Errors
    /// When a saved layer cannot be read.
    fn restore(&mut self, layers: &[Vec<u32>], solved: &mut dyn SavedUnits) -> Result<usize, Error>;

    /// The first `count` layers are solved.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the solver is to stop here; and when saving fails.
    fn layer_solved(&mut self, layers: &[Vec<u32>], count: usize, solved: &dyn SavedUnits) -> Result<(), Error>;
}

/// The solved units of a slice as bytes that can be saved.
pub trait SavedUnits: Sync {
    /// The number of bytes of a unit.
    fn unit_bytes(&self) -> usize;

    /// Appends the bytes of a unit.
    fn append_unit(&self, unit: u32, out: &mut Vec<u8>);

    /// Takes over the bytes of a unit.
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
