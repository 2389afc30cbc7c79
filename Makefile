# Everything a person types. `make` alone explains itself.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

.PHONY: help setup run test test-fast check templates bench transcript synth deploy lock clean reset

help: ## Show this list
	@grep -hE '^[a-z-]+:.*?## ' $(MAKEFILE_LIST) | awk -F':.*?## ' '{printf "  \033[1m%-12s\033[0m %s\n", $$1, $$2}'

setup: $(READY) ## Make the virtual environment from the locked, hashed requirements

$(READY): requirements.lock scripts/setup.sh
	@PYTHON="$(PY)" scripts/setup.sh $(VENV)
	@touch $@

run: $(READY) ## Start the whole product on this machine and print its addresses (Ctrl-C stops, state is kept)
	@exec $(BIN)/python -m local

test: $(READY) ## The whole suite: unit, contracts, templates, the embedded stack and a real browser
	@$(BIN)/python -m pytest -n 2 --dist loadfile --ignore tests/e2e
	@$(BIN)/python -m pytest tests/e2e

test-fast: $(READY) ## What needs no embedded stack, no browser and no npm
	@$(BIN)/python -m pytest -n 2 --dist loadfile -m "not e2e and not slow_install"

check: $(READY) ## Format, lint, types, architecture, template and workflow rules (what CI runs besides the tests)
	@$(BIN)/ruff format --check . && $(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m scripts.check_changelog

bench: $(READY) ## Benchmarks, one JSON line each: make bench, or make bench NAME=build_pipeline
	@$(BIN)/python -m benchmarks $(NAME)

transcript: $(READY) ## A turn that breaks the build and repairs it, on a throwaway stack, as a person would read it
	@$(BIN)/python -m scripts.transcript

synth: $(READY) ## Synthesise the AWS template into cdk.out (no AWS call)
	@$(BIN)/python -m infra.build_layers && $(BIN)/python -m infra.app $(ARGS)

deploy: $(READY) ## Deploy to AWS with your credentials: see docs/deploy.md (ARGS="--bootstrap -c apps_domain=...")
	@$(BIN)/python -m infra.deploy $(ARGS)

lock: $(READY) ## Refresh requirements.lock after changing pyproject.toml (hashes, no host names)
	@$(BIN)/uv pip compile pyproject.toml --group local --group infra --group dev --universal --python-version 3.11 \
	  --generate-hashes --no-emit-find-links --no-emit-index-url --custom-compile-command "make lock" --quiet -o requirements.lock

clean: ## Remove what was built, keep state and environment
	@rm -rf cdk.out .pytest_cache .ruff_cache .mypy_cache .hypothesis

reset: ## Delete the local state (apps, builds, toolchain) after asking
	@read -p "Delete .chatbuilder and everything built in it? [y/N] " yes && [ "$$yes" = y ] && rm -rf .chatbuilder
