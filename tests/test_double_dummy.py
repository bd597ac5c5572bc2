import ctypes
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bridge import dds, double_dummy
from bridge.calls import Contract
from bridge.deal import Deal
from bridge.double_dummy import SolverError
from bridge.scoring import raw_score_ns
from bridge.seats import Vulnerability

KNOWN = Path(__file__).parent / "data" / "dd_known.jsonl"

# The file numbers denominations S H D C NT and vulnerability none, both, NS, EW.
DENOMINATIONS = [3, 2, 1, 0, 4]
VULNERABLE = (0, 3, 1, 2)


def known_rows():
    return [json.loads(line) for line in KNOWN.read_text().splitlines()[1:]]


def owners_of(rows):
    return np.stack([Deal.parse(row["pbn"]).array() for row in rows])


def tables_of(rows):
    return np.array([row["dd"] for row in rows])[:, DENOMINATIONS]


def test_tables_equal_published_tables():
    rows = known_rows()[:12]
    assert np.array_equal(double_dummy.tables(owners_of(rows)), tables_of(rows))


@pytest.mark.slow
def test_tables_equal_all_published_tables():
    rows = known_rows()
    assert np.array_equal(double_dummy.tables(owners_of(rows)), tables_of(rows))


def test_one_contract_equals_its_entry_in_the_table():
    row = known_rows()[1]
    table = tables_of([row])[0]
    owners = owners_of([row])[0]
    found = [[double_dummy.tricks(owners, denomination, seat) for seat in range(4)] for denomination in range(5)]
    assert np.array_equal(found, table)


def test_par_equals_published_par():
    rows = known_rows()
    found = [
        double_dummy.par(table, row["dealer"], VULNERABLE[row["vul"]])
        for row, table in zip(rows, tables_of(rows), strict=True)
    ]
    assert found == [row["par_ns"] for row in rows]


def test_no_deals_give_no_tables():
    assert double_dummy.tables(np.empty((0, 52), np.uint8)).shape == (0, 5, 4)


def test_incomplete_deal_is_refused():
    deal = Deal.parse("N:QJ6.K652.J85.T98 - K5.T83.KQ9.A7652 -")
    with pytest.raises(ValueError, match=r"deal 0 is not complete \(N:13 E:0 S:13 W:0\)"):
        double_dummy.tables(deal.array()[np.newaxis])


def test_wrong_shape_is_refused():
    with pytest.raises(ValueError, match=r"owners have shape \(51,\)"):
        double_dummy.tables(np.zeros(51))


def test_par_of_impossible_table_is_refused():
    with pytest.raises(ValueError, match="par needs one table"):
        double_dummy.par(np.full((5, 4), 14), 0, 0)


def test_missing_library_is_named(monkeypatch):
    monkeypatch.setattr(dds.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SolverError, match="comes with endplay; run pip install"):
        dds.library_path()


def test_damaged_library_is_named(monkeypatch, tmp_path):
    damaged = tmp_path / "libdds.so"
    damaged.write_text("no library")
    monkeypatch.setattr(dds, "library_path", lambda: damaged)
    with pytest.raises(SolverError, match="cannot be loaded"):
        dds.library.__wrapped__()


def test_solver_code_is_translated(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # the solver leaves a note on a refused deal where the program runs
    empty = np.zeros(1, dds.POSITIONS)
    empty["count"] = 1
    with pytest.raises(SolverError, match=r"Solutions parameter is less than 1 \(code -8\)"):
        dds.call("SolveAllBoardsBin", empty, np.zeros(1, dds.SOLVED_POSITIONS))


def test_solver_loads_without_importing_endplay():
    code = "import sys, bridge.dds; bridge.dds.library(); sys.exit('endplay' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[1]).returncode == 0


def test_array_layouts_have_the_size_of_the_c_structures():
    deal = ctypes.sizeof(ctypes.c_int) * (2 + 3 + 3 + 16)
    assert dds.POSITION.itemsize == deal
    assert dds.SCORED_CARDS.itemsize == 4 * (2 + 4 * 13)


def test_one_contract_on_one_deal_has_its_tricks_and_its_score() -> None:
    deal = Deal.parse("N:AKQ2.AKQ.AKQ.AKQ JT9.JT9.JT9.JT98 876.876.8765.765 543.5432.432.432")
    contract = Contract.parse("4S by E")
    won = double_dummy.tricks(deal.array(), contract.denomination, contract.declarer)
    assert won == 0
    assert raw_score_ns(contract, Vulnerability.NS, won) == 500
