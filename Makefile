# `make demo` and `make test` each set up everything they need on a fresh Debian machine with Python 3.11.
PYTHON ?= python3
VENV := .venv
STUDIO := $(VENV)/bin/studio
ROUNDS ?=
SPEED ?= 1
SEED ?= 1

.PHONY: demo test setup lint types walls unit bench torture soak clean

demo: setup
	$(STUDIO) demo --speed $(SPEED) --seed $(SEED) $(if $(ROUNDS),--rounds $(ROUNDS))

# The test runner comes last, so that its own closing line closes the output.
test: setup lint types walls unit

lint:
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

types:
	$(VENV)/bin/mypy

walls:
	$(VENV)/bin/lint-imports

unit:
	QT_QPA_PLATFORM=offscreen $(VENV)/bin/pytest -n auto --dist loadfile

bench: setup
	$(VENV)/bin/python -m benchmarks

torture: setup
	$(STUDIO) torture --kills 1000 --seed $(SEED)

fuzz: setup
	$(STUDIO) fuzz --messages 10000000 --bytes 10000000 --seed $(SEED)

soak: setup
	$(STUDIO) soak --rounds 100000 --seed $(SEED)

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml setup.sh
	./setup.sh $(PYTHON) $(VENV)
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info
