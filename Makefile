# Everything here uses DuckDB as a prebuilt library, which takes minutes, but for `bundled-check` and `install`, which
# compile it in: about forty minutes on two cores.
#
# CARGO_TARGET_DIR is honoured. Without a network: DUCKDB_LIB_DIR names a folder with DuckDB's library, CSVCHAT_VEGA_DIR
# one with the report's three scripts, CSVCHAT_PLAYWRIGHT_DIR one with the package playwright-core.

SHELL = /bin/sh

# Absolute, as build scripts and tests run in folders of their own.
TARGET := $(or $(CARGO_TARGET_DIR),target)
TARGET := $(if $(filter /%,$(firstword $(TARGET))),$(TARGET),$(CURDIR)/$(TARGET))
PACKAGES := $(TARGET)/packages
WIRE := $(TARGET)/wire
LOCAL_MODEL := $(TARGET)/local-model-venv

# What the user does not bring is fetched.
FETCH := $(if $(DUCKDB_LIB_DIR),,duckdb)
FETCH_FOR_TESTS := $(FETCH) $(if $(CSVCHAT_PLAYWRIGHT_DIR),,playwright-core)

export CARGO_TARGET_DIR := $(TARGET)
export DUCKDB_LIB_DIR := $(or $(DUCKDB_LIB_DIR),$(PACKAGES)/duckdb)
export CSVCHAT_PLAYWRIGHT_DIR := $(or $(CSVCHAT_PLAYWRIGHT_DIR),$(PACKAGES)/playwright-core)

CARGO = cargo
PREBUILT = --locked --no-default-features

.PHONY: help demo test test-wire test-local-model evidence evidence-weights lint format generate generated-check bench bundled-check install clean picture node packages test-packages

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

demo: packages ## build, and analyze tests/data/sales.csv into report.html
	$(CARGO) run $(PREBUILT) -- analyze tests/data/sales.csv -m builtin -o report.html
	@printf '\nThe report: %s\n' "$(CURDIR)/report.html"

picture: demo test-packages ## take the README's picture of that report, in Chromium
	node tests/tools/screenshot.mjs report.html docs/report.png

test: test-packages ## run all tests; those that need a browser are skipped loudly where there is none
	$(CARGO) test $(PREBUILT)

test-wire: packages ## hold requests and streams to the types of the providers' own SDKs; needs python3
	@sh tests/tools/python-environment.sh "$(WIRE)/venv" tests/tools/wire-requirements.txt
	@rm -rf "$(WIRE)/files" && mkdir -p "$(WIRE)/files"
	CSVCHAT_WIRE_DIR="$(WIRE)/files" $(CARGO) test $(PREBUILT) --test main providers::wire::
	"$(WIRE)/venv/bin/python" tests/tools/validate_wire.py "$(WIRE)/files" tests/data/wire

test-local-model: packages ## have a small real model behind a real llama.cpp server answer; slow, needs python3
	@sh tests/tools/python-environment.sh "$(LOCAL_MODEL)" tests/tools/local-model-requirements.txt
	$(CARGO) build $(PREBUILT)
	"$(LOCAL_MODEL)/bin/python" tests/tools/local_model.py "$(TARGET)/debug/csvchat"

# What traces numbers is optimized a little, as it reads some fifty thousand texts here. The figures are the same.
MEASURED = --config 'profile.dev.package.csvchat.opt-level=1'

evidence: packages ## measure how numbers are traced, and write the figures into tests/data/evidence/README.md
	CSVCHAT_UPDATE=1 $(CARGO) test $(PREBUILT) $(MEASURED) --test main evidence:: -- --include-ignored --skip evidence::fit:: --test-threads 1

evidence-weights: packages ## fit what speaks for a number's source to the labelled corpora anew; takes many minutes
	$(CARGO) test $(PREBUILT) $(MEASURED) --test main evidence::fit:: -- --include-ignored --nocapture

lint: packages ## clippy over all targets, warnings denied
	$(CARGO) clippy $(PREBUILT) --all-targets -- -D warnings

format: ## format the sources
	$(CARGO) fmt

generate: packages ## write completions, man pages and the events' schema anew
	$(CARGO) run $(PREBUILT) --quiet --example generate

generated-check: packages ## compare them with what is committed
	$(CARGO) test $(PREBUILT) --quiet --test main generated::

bench: packages ## measure csvchat and its peers: one table; PART=load or the like for one part; half an hour, 14 GB
	@PART="$(PART)" node benches/run.mjs
	$(if $(PART),$(if $(filter trace,$(PART)),@$(CARGO) bench $(PREBUILT) --quiet --bench trace),@$(CARGO) bench $(PREBUILT) --quiet --bench trace)

bundled-check: ## compile DuckDB in, and run that binary in an empty environment
	unset DUCKDB_LIB_DIR; $(CARGO) build --locked --release
	node tests/tools/bundled-check.mjs "$(TARGET)/release/csvchat" tests/data/sales.csv

install: ## install the single binary with cargo
	unset DUCKDB_LIB_DIR; $(CARGO) install --locked --path .

clean: ## remove what was built, and the demo's report
	$(CARGO) clean
	rm -f report.html

packages: node
	@node tests/tools/fetch-packages.mjs "$(PACKAGES)" $(FETCH)

test-packages: node
	@node tests/tools/fetch-packages.mjs "$(PACKAGES)" $(FETCH_FOR_TESTS)

node:
	@command -v node >/dev/null || { echo 'make: Node.js and npm are needed; install both' >&2; exit 1; }
