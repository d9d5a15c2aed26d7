"""The program and the tables, which `scripts/check engines` names."""

import os

PEATEE = os.environ["PEATEE"]
TABLES = os.environ["PEATEE_TABLES"]

# International draughts: one man beats two in 29 plies.
DAVID = "W:W23:B5,6"
DAVID_PLIES = 29
