# Everything needs only Python 3.11+ and make: the environment is made here.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# Without kept bytecode and parser tables, each of many short processes would make them anew.
unexport PYTHONDONTWRITEBYTECODE
# GNU's C library then takes memory in large pages: a seventh less time for tests and proofs.
export GLIBC_TUNABLES ?= glibc.malloc.hugetlb=1

N ?= 10000
SEED ?= 0
COUNT ?= 450
# No test of theirs is for the quick run: they need not even be loaded.
NOT_QUICK := tests/spec tests/differential tests/generators tests/ruleset_strategies tests/verify/lsp

.PHONY: verify quick test tests heavy lint slow fuzz mutants faulty readings speed sanitize browser neighbours messages map format docs clean

# Questions about full boxes may stay open within the time; that is an answer (code 3), no error.
verify: $(STAMP)  ## install, check the shipped games, print what was found
	$(BIN)/rulewright verify --report build/report.html || [ $$? -eq 3 ]

quick: $(STAMP)  ## the units of what is near at hand: a minute
	$(BIN)/pytest tests -n auto --dist worksteal --hypothesis-profile=quick -m "not slow and not heavy and not thorough and not browser and not neighbours" $(foreach room,$(NOT_QUICK),--ignore=$(room))

test: $(STAMP)  ## lint, types, and every test but the heavy and the slow ones: five minutes on two cores
	$(MAKE) --no-print-directory -j 2 lint tests

# Lint has one core at a time: beside the tests it costs little.
tests: $(STAMP)
	$(BIN)/pytest -n auto --dist worksteal

heavy: $(STAMP)  ## the tests that take half a second and more: minutes; run it before a release
	$(BIN)/pytest -n auto --dist worksteal -m "heavy and not slow"

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy dsl/rulewright engines/rulewright verify/rulewright
	$(BIN)/lint-imports

slow: $(STAMP) docs  ## the manual, whole sizes, every reading, ten times as many random examples: hours
	$(BIN)/pip install -q -e '.[cluster]'
	$(BIN)/pytest -n auto -m "slow or heavy or hypothesis" --hypothesis-profile=slow
	$(BIN)/pytest spec/classics spec/circle -n auto --dist loadfile --rulewright-effort 120
	$(BIN)/pytest spec -n auto --dist loadfile -k "sound or example or expect"

fuzz: $(STAMP)  ## N random rulesets, from SEED on, through every meaning; what is at odds is kept
	$(BIN)/python -m tests.fuzz --count $(N) --seed $(SEED)

mutants: $(STAMP)  ## plant small faults and see that tests notice: hours; WHERE=fold for one module
	$(BIN)/python -m tests.mutants $(WHERE)

faulty: $(STAMP)  ## make COUNT faulty engines and see that conform catches them; GAMES="pig hex" for some
	$(BIN)/python -m tests.verify.conform.planted $(COUNT) $(SEED) $(GAMES)

readings: COUNT = 20
readings: $(STAMP)  ## make COUNT engines with random readings from SEED on and see what conform finds; GAMES="circle" for some
	$(BIN)/python -m tests.verify.conform.identify.readings $(COUNT) $(SEED) $(GAMES)

speed: AGAINST ?= HEAD~1
speed: $(STAMP)  ## what this code takes to load, search and prove beside an older state; AGAINST=COMMIT
	$(BIN)/python -m tests.speed $(AGAINST)

sanitize: $(STAMP)  ## what runs in C, under AddressSanitizer and UndefinedBehaviorSanitizer
	$(BIN)/python -m tests.sanitize -n auto

browser: $(STAMP)  ## pages in Chromium (Debian's package), with axe-core from npm; the schema of SARIF, from there, too
	npm install --silent --no-audit --no-fund --prefix build/axe axe-core@4 @microsoft/jest-sarif@1.0.0-beta.0
	$(BIN)/pytest -n 0 -m browser tests/verify/render

neighbours: $(STAMP)  ## rulesets in OpenSpiel and PettingZoo, by their own tests; installs both
	$(BIN)/pip install -q -e '.[openspiel,pettingzoo]'
	$(BIN)/pytest -n 0 -m neighbours tests/verify/environments

messages: $(STAMP)  ## write the messages of the broken rulesets and their page anew, after a change that is meant
	$(BIN)/python -m tests.dsl.test_broken
	$(BIN)/python -m tests.repository.diagnostics_page

map: $(STAMP)  ## write docs/map.md from the first lines of the files, docs/effort.md from the numbers of effort
	$(BIN)/python -m tests.repository.file_map
	$(BIN)/python -m tests.repository.test_effort

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(STAMP)  ## the manual, as HTML under docs/_build
	$(BIN)/pip install -q -e '.[docs]'
	$(BIN)/sphinx-build -W -q -b html docs docs/_build

clean:
	rm -rf $(VENV) build dist docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --upgrade pip
	$(BIN)/pip install -q -e '.[dev]'
	touch $(STAMP)
