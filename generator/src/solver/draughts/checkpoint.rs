//! The interface by which a solver saves the values of solved layers and restores them.

use crate::error::Error;

/// Saves and restores solved layers (units whose men can still make the same number of moves). The
/// units of a layer depend only on lower layers, so a solver can continue above any saved layer.
pub trait Checkpoint {
    /// Restores the lowest layers, which an earlier run has saved. Reads the values of their units
    /// into `solved` and returns the number of restored layers. `layers` lists the indices of the
    /// units of each layer. The men of all units in a layer can make the same number of moves.
    ///
    /// # Errors
    /// Returns an error when a saved layer cannot be read.
    fn restore(&mut self, layers: &[Vec<u32>], solved: &mut dyn SavedUnits) -> Result<usize, Error>;

    /// Saves the lowest `count` layers (units whose men can make the same number of moves) if a
    /// save is due; otherwise does nothing. The solver calls this function after each layer, when
    /// the lowest `count` layers are solved.
    ///
    /// # Errors
    /// Returns [`Error::Stopped`] when the solver should stop; other errors when saving fails.
    fn layer_solved(&mut self, layers: &[Vec<u32>], count: usize, solved: &dyn SavedUnits) -> Result<(), Error>;
}

/// Gives a `Checkpoint` access to the values of a slice as bytes, unit by unit. A unit is one
/// configuration of the men.
pub trait SavedUnits: Sync {
    fn unit_bytes(&self) -> usize;

    fn append_unit(&self, unit: u32, out: &mut Vec<u8>);

    fn read_unit(&mut self, unit: u32, bytes: &[u8]);
}

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
