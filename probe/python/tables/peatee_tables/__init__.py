"""Tables of each game in a folder of its id. `peatee.open_tables(GAME)` opens them."""
