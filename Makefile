# Everything a person types. `make` alone explains itself.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

.PHONY: help setup run test-connection studio test test-deep test-fast check templates bench quality prove gate cost smoke transcript openapi fuzz synth replay deploy lock clean reset

help: ## Show this list
	@grep -hE '^[a-z-]+:.*?## ' $(MAKEFILE_LIST) | awk -F':.*?## ' '{printf "  \033[1m%-16s\033[0m %s\n", $$1, $$2}'

setup: $(READY) ## Make the virtual environment from the locked, hashed requirements

$(READY): requirements.lock scripts/setup.sh
	@PYTHON="$(PY)" scripts/setup.sh $(VENV)
	@touch $@

run: $(READY) ## Start the whole product on this machine and print the Studio's address (Ctrl-C stops, state is kept)
	@exec $(BIN)/python -m local

test-connection: $(READY) ## Four requests to a model, and in words what works: make test-connection MODEL=... BASE_URL=...
	@$(BIN)/python -m scripts.connection $(if $(MODEL),--model "$(MODEL)") $(if $(BASE_URL),--base-url "$(BASE_URL)") $(ARGS)

studio: $(READY) ## The Studio from its sources, against the stack that `make run` started (changes show at once)
	@exec $(BIN)/python -m local.studio_dev

test: $(READY) ## The whole suite: unit, contracts, templates, the embedded stack and a real browser
	@$(BIN)/python -m scripts.run_tests

test-deep: $(READY) ## What `make test` only samples, in full: faults at every call, more weathers, each pack's own checks
	@TEST_DEPTH=deep $(BIN)/python -m pytest -n 3 --dist loadfile -m "deep or sampled or hypothesis" --ignore tests/e2e
	@TEST_DEPTH=deep $(BIN)/python -m pytest -m "deep or sampled" tests/e2e

test-fast: $(READY) ## What needs no embedded stack, no browser and no npm
	@$(BIN)/python -m pytest -n 2 --dist loadfile -m "not e2e and not slow_install and not deep"

check: $(READY) ## Format, lint, types, architecture, the Studio's too, template and workflow rules (what CI runs besides the tests)
	@$(BIN)/ruff format --check . && $(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m scripts.check_changelog
	@$(BIN)/python -m scripts.check_words
	@$(BIN)/python -m scripts.check_language
	@$(BIN)/python -m scripts.check_statuses
	@$(BIN)/python -m scripts.check_studio
	@$(BIN)/python -m benchmarks.quality.gate

bench: $(READY) ## Benchmarks, one JSON line each: make bench, or make bench NAME=build_pipeline
	@$(BIN)/python -m benchmarks $(NAME)

quality: $(READY) ## The measuring stick: all tasks with the scripted model, or make quality MODEL=... BASE_URL=...
	@$(BIN)/python -m benchmarks.quality run $(if $(BASE_URL),--model "$(MODEL)" --base-url "$(BASE_URL)") $(ARGS)

prove: $(READY) ## What is too dear for each commit: every tree, transcript and sabotage of the tasks that changed (ARGS=--all)
	@$(BIN)/python -m benchmarks.quality.prove $(ARGS)

gate: $(READY) ## May this be released: the proof beside the committed baseline (ARGS="--results F --baseline F": a model's trials)
	@$(BIN)/python -m benchmarks.quality.gate $(ARGS)

cost: $(READY) ## What it costs: idle, a turn, a build, 10,000 visits, computed (ARGS=--write updates docs/cost.md)
	@$(BIN)/python -m scripts.cost $(ARGS)

smoke: $(READY) ## Probes of planning and the autopilot, on a throwaway stack or on SMOKE_URL with SMOKE_TOKEN
	@$(BIN)/python -m qa.run_smoke $(ARGS)

transcript: $(READY) ## A turn whose checks fail and that repairs it, on a throwaway stack, as a person would read it
	@$(BIN)/python -m scripts.transcript

openapi: $(READY) ## Write docs/openapi.json, with examples, and the types of clients/typescript again
	@$(BIN)/python -m scripts.openapi

fuzz: $(READY) ## Hundreds of odd requests for each route, drawn from the document: FUZZ_EXAMPLES=200 FUZZ_SEED=... make fuzz
	@FUZZ_EXAMPLES="$${FUZZ_EXAMPLES:-200}" $(BIN)/python -m pytest -n 2 tests/functions/api/openapi/fuzz_document.py

synth: $(READY) ## Synthesise the AWS template into cdk.out (no AWS call)
	@$(BIN)/python -m infra.build_layers $(ARGS) && $(BIN)/python -m infra.app $(ARGS)

replay: $(READY) ## Hand events that nobody could handle to their functions again (ARGS="--dry-run")
	@$(BIN)/python -m infra.replay $(ARGS)

deploy: $(READY) ## Deploy to AWS with your credentials: see docs/deploy.md (ARGS="--bootstrap -c apps_domain=...")
	@$(BIN)/python -m infra.deploy $(ARGS)

lock: $(READY) ## Refresh requirements.lock after changing pyproject.toml (hashes, no host names)
	@$(BIN)/uv pip compile pyproject.toml --group trace --group local --group infra --group dev --universal --python-version 3.11 \
	  --generate-hashes --no-emit-find-links --no-emit-index-url --custom-compile-command "make lock" --quiet -o requirements.lock

clean: ## Remove what was built, keep state and environment
	@rm -rf cdk.out .pytest_cache .ruff_cache .mypy_cache .hypothesis

reset: ## Delete the local state (apps, builds, toolchain) after asking
	@read -p "Delete .chatbuilder and everything built in it? [y/N] " yes && [ "$$yes" = y ] && rm -rf .chatbuilder
