//! Chess: values against published counts and a brute force, tables, the commands.

mod counts;
mod plain;
