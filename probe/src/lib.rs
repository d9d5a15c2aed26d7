//! Exact values of draughts endings.
