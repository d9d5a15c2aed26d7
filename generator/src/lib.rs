//! Makes, checks and describes endgame tables.
