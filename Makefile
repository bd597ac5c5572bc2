# `make train` and `make test` need Python 3.11 to 3.13 and a package registry, and nothing else first.

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: train test check clean

train: $(READY)
	$(BIN)/python train.py

test: $(READY)
	$(BIN)/python -m pytest

# Lint and types, as continuous integration runs them.
check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The first of these that exists makes the environment; set PYTHON=... to choose another.
$(READY): pyproject.toml constraints.txt
	@python=$$(for name in $(PYTHON) python3 python3.13 python3.12 python3.11 python; do \
	  "$$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null \
	    && echo "$$name" && break; done); \
	if [ -z "$$python" ]; then \
	  echo "error: no Python 3.11, 3.12 or 3.13 found: install one of them, or run make PYTHON=/path/to/python" >&2; \
	  exit 2; \
	fi; \
	"$$python" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable . --group dev
	@touch $(READY)

clean:
	rm -rf $(VENV)
