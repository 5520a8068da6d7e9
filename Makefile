# Everything installs itself into .venv: Python 3.11 or newer, make and a C library are all that is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PLAY := $(VENV)/.play

.PHONY: play test check bench pictures clean help

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 12

play: $(PLAY) ## install what is needed and play a game of Babylonia in the terminal
	@$(BIN)/ziggurat play babylonia

test: $(READY) ## install what is needed and run everything
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest

check: $(READY) ## the quick loop: lint, types, fast tests of everything but server and environments
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto -m "not slow" --ignore=tests/server --ignore=tests/envs

bench: $(READY) ## our speed beside the peers', in one run
	$(BIN)/python -m pip install --quiet -r benchmarks/requirements.txt
	$(BIN)/python benchmarks/speed.py

pictures: $(READY) ## draw the pictures of the documentation again
	$(BIN)/python docs/make_pictures.py

clean: ## remove the virtual environment and everything built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ziggurat needs Python 3.11 or newer; try make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)

$(PLAY): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[server]'
	@touch $@

$(READY): pyproject.toml requirements-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt -e '.[server]'
	@touch $@ $(PLAY)
