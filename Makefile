# `make run` and `make test` set up .venv by themselves; nothing else is needed than Python 3.11+ and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
DEV    := $(VENV)/.ready-dev

.DEFAULT_GOAL := help
.PHONY: help run terminal browser rtsp-server pictures test test-quick test-slow dist lint format results tables bench tracker composed prove watchers settle evaluate games tokens gains render-env train-env train clean
.NOTPARALLEL:  # what is measured side by side is measured badly

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Hakem needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || \
	  { echo "Could not make $(VENV). On Debian or Raspberry Pi OS: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

# What only those need who work on Hakem: tests, linters, a browser's driver.
$(DEV): $(READY)
	@echo "Adding what tests need …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

PORT ?= 8000

run: $(READY)  ## referee the demo games in the browser, on http://localhost:8000 (PORT=8001 for another)
	@$(BIN)/hakem desk --demo --open --port $(PORT)

terminal: $(READY)  ## watch the demo clips in the terminal: a whole game of each kind, refereed from its pictures
	@for game in reversi kulami mangala; do \
	  $(BIN)/hakem watch $$game --camera demo:$$game --speed 2 --new || exit 1; done

browser:  ## what the tests of pages need beside .venv: Debian's Chromium and axe-core
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
	  echo "No Chromium: the tests of pages will be skipped. On Debian: sudo apt install chromium" >&2
	@test -f .axe/node_modules/axe-core/axe.min.js || { mkdir -p .axe && npm install --silent --no-audit --no-fund --prefix .axe axe-core@4 2>/dev/null; } || \
	  echo "No axe-core: the test of accessibility will be skipped. It needs npm." >&2

RTSP_PYTHON ?= /usr/bin/python3

rtsp-server:  ## what the tests of network cameras need beside .venv: Debian's RTSP server
	@$(RTSP_PYTHON) tests/support/rtsp_server.py check 2>/dev/null || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && scripts/install_rtsp_server.sh >/dev/null; } || \
	  echo "No RTSP server: the tests of network cameras will be skipped. On Debian: sudo make rtsp-server" >&2

pictures: $(DEV) browser  ## make the pictures of the desk, docs/pictures/desk*.png
	HAKEM_PICTURES=docs/pictures $(BIN)/pytest -q tests/referee/desk/test_pages.py
	$(BIN)/python scripts/picture_desk.py

WORKERS ?= 2

test: lint  ## lint, types and the tests, two at a time (WORKERS=4: four)
	$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal

QUICK := tests/engines tests/calibration tests/scripts tests/docs/test_architecture.py \
  tests/cli/test_hakem.py tests/cli/test_journal.py tests/cli/test_forgetting.py \
  tests/referee/test_counting.py tests/referee/test_events.py tests/referee/test_journal.py \
  tests/referee/test_rounds.py tests/referee/test_verify.py \
  tests/vision/test_frame.py tests/vision/test_reading.py tests/vision/test_rectify.py
LENGTHY := 200_random_games or laws_under_other_options or tournament_games or large_set or test_gain \
  or the_printed_sheet or no_rubbish

test-quick: $(DEV)  ## Ruff and a thousand quick tests: rules, calibration, journal, command (a minute)
	$(BIN)/ruff check .
	$(BIN)/pytest $(QUICK) -k 'not ($(LENGTHY))'

test-slow: $(DEV)  ## the long proofs: perft 9, thousands of games
	$(BIN)/pytest -m slow

dist: $(DEV)  ## build the wheel and the source archive in dist/; install: pipx install dist/hakem-*.whl
	$(BIN)/python -m build --no-isolation --outdir dist

lint: $(DEV)  ## Ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(DEV)  ## let Ruff rewrite what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

RENDER := .venv-render
RENDER_LIBRARIES := libx11-6 libxrender1 libxfixes3 libxi6 libxkbcommon0 libsm6 libice6 libxext6 libgl1

render-env: $(RENDER)/.ready  ## set up Blender's own environment (Python 3.11, 400 MB)

$(RENDER)/.ready:
	@python3.11 -V >/dev/null 2>&1 || { echo "Blender's bpy needs python3.11" >&2; exit 1; }
	python3.11 -m venv $(RENDER)
	$(RENDER)/bin/python -m pip install --quiet --disable-pip-version-check 'bpy==5.0.1' 'numpy<2'
	@$(RENDER)/bin/python -c 'import bpy' 2>/dev/null || \
	  { echo "Blender lacks libraries. On Debian: sudo apt install $(RENDER_LIBRARIES)" >&2; exit 1; }
	@touch $@

TRAIN := .venv-train
WORK  ?= .train

train-env: $(TRAIN)/.ready  ## set up torch and Ultralytics in an environment of their own (1.6 GB)

$(TRAIN)/.ready: pyproject.toml
	$(PYTHON) -m venv $(TRAIN)
	$(TRAIN)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,train]'
	@touch $@

train: train-env  ## make the networks of vision/models from the shipped scenes (hours; goes on where it was cut)
	$(TRAIN)/bin/python -m datasets.train.whereabouts --work $(WORK) --composed 700 --sketched 500 --steps 3200 --batch 16
	$(TRAIN)/bin/python -m datasets.train.refiner --work $(WORK) --composed 700 --sketched 800 --steps 6000 --batch 24
	$(TRAIN)/bin/python -m datasets.train.reader reversi --work $(WORK) --composed 5200 --sketched 1600 --steps 13500 --batch 24
	$(TRAIN)/bin/python -m datasets.train.reader kulami --work $(WORK) --composed 5200 --sketched 1600 --steps 5000 --batch 24
	$(TRAIN)/bin/python -m datasets.train.closely reversi --work $(WORK) --composed 2600 --sketched 1400 --steps 6000 --batch 16
	$(TRAIN)/bin/python -m datasets.train.familiar reversi --work $(WORK) --composed 110 --sketched 400 --steps 1800 --batch 16
	$(TRAIN)/bin/python -m datasets.train.familiar kulami --work $(WORK) --composed 110 --sketched 900 --steps 2600 --batch 16
	$(TRAIN)/bin/python -m datasets.train.pit_finder --work $(WORK) --composed 900 --sketched 500 --steps 3800 --batch 24
	$(TRAIN)/bin/python -m datasets.train.tokens --work $(WORK) --composed 2800 --sketched 300 --steps 6500 --batch 16
	$(TRAIN)/bin/python -m datasets.train.touched --work $(WORK) --composed 60 --sketched 500 --steps 5000 --batch 24
	$(TRAIN)/bin/python -m datasets.train.pits --work $(WORK) --composed 2400 --sketched 800 --steps 41000 --batch 40
	$(TRAIN)/bin/python -m datasets.train.sown --work $(WORK) --composed 150 --sketched 900 --steps 6000 --batch 36

TABLES := $(BIN)/python scripts/update_docs.py
NOTE   := $(BIN)/python scripts/note_networks.py

tables: $(DEV)  ## write the tables of README and docs from results/*.csv
	$(TABLES)

EVALUATIONS := evaluate-reversi evaluate-kulami evaluate-mangala evaluate-negatives evaluate-photos
STEPS := bench tracker composed watchers prove settle $(EVALUATIONS) games tokens gains
DONE  := .results

results: $(STEPS:%=$(DONE)/%.done) tables  ## measure everything anew, write results/*.csv and all tables (many hours; goes on where it was cut)
	rm -rf $(DONE)

$(DONE)/%.done: $(DONE)/begun
	@echo "== $* (step $$(($$(ls $(DONE)/*.done 2>/dev/null | wc -l) + 1)) of $(words $(STEPS)); rm -r $(DONE) begins anew)"
	@$(MAKE) --no-print-directory $* KEPT=$(DONE)/games
	@touch $@

$(DONE)/begun: $(wildcard vision/models/*.onnx)  # other networks: what was measured is worth nothing
	@rm -rf $(DONE) && mkdir -p $(DONE) && touch $@

bench: $(DEV)  ## measure engines, composer, calibration, eyes, journal and watching, write results/*.csv
	$(BIN)/hakem bench engines --csv results/engines.csv
	$(BIN)/hakem bench pictures --csv results/pictures.csv
	$(BIN)/hakem bench calibration --csv results/calibration.csv
	$(BIN)/hakem bench vision --csv results/vision.csv
	$(BIN)/hakem bench journal --csv results/journal.csv
	$(BIN)/hakem bench watch --csv results/watch.csv
	$(NOTE) results/vision.csv results/watch.csv
	@$(TABLES)

tracker: $(DEV)  ## show noisy games to the tracker alone, write results/tracker*.csv
	$(BIN)/python scripts/measure_tracker.py 10 4
	@$(TABLES)

composed: $(DEV)  ## measure how composed pictures differ from rendered ones, write results/composed.csv
	$(BIN)/python scripts/composed_vs_rendered.py results/composed.csv
	@$(TABLES)

prove: $(DEV)  ## kill a watch 200 times, give 10,000 mutated inputs, write results/*.csv (half an hour)
	$(BIN)/python scripts/kill_watch.py 200 --csv results/kills.csv
	$(BIN)/python scripts/mutate.py 10000 --csv results/mutations.csv
	@$(TABLES)

watchers: $(DEV)  ## 200 watchers of one desk for ten minutes, write results/desk_load.csv
	$(BIN)/python scripts/load_desk.py --csv results/desk_load.csv
	@$(TABLES)

settle: $(DEV)  ## measure the settler on test clips, write results/settle*.csv (an hour)
	$(BIN)/hakem evaluate settle reversi --plies 12 --every 6 --csv results/settle.csv
	$(BIN)/hakem evaluate settle kulami --plies 12 --every 6 --csv results/settle_kulami.csv
	$(BIN)/hakem bench settle --csv results/settle_speed.csv
	@$(TABLES)

STILLS := $(BIN)/hakem evaluate stills
PHOTOS ?= ../shared/photos
# Pictures a table: enough for 5,000 that are told without doubt. Mangala's hardly ever are.
EACH   ?= $(if $(filter mangala,$*),240,840)
ADAPTED ?= 240

evaluate: $(EVALUATIONS)  ## measure the eyes on test scenes and photos, write results/*.csv (an hour or two)
	@$(TABLES)

evaluate-reversi evaluate-kulami evaluate-mangala: evaluate-%: $(DEV)
	$(STILLS) $* --each $(EACH) --csv results/$*.csv $(call PITS,$*_pits) --reliability results/$*_doubt.csv --diagram docs/pictures/$*_doubt.png
	$(STILLS) $* --adapted --each $(ADAPTED) --csv results/$*_adapted.csv $(call PITS,$*_adapted_pits)
	$(STILLS) $* --hands 1 --each 25 --given pose --csv results/$*_hands.csv
	$(BIN)/hakem evaluate changes $* --each 40 --csv results/$*_changes.csv
	$(NOTE) $(foreach part,$(if $(filter mangala,$*),_pits _adapted_pits) _doubt _adapted _hands _changes,results/$*$(part).csv) results/$*.csv

PITS = $(if $(filter mangala_%,$(1)),--pits-csv results/$(1).csv)

evaluate-negatives: $(DEV)
	$(BIN)/hakem evaluate negatives --csv results/negatives.csv
	$(NOTE) results/negatives.csv

evaluate-photos: $(DEV)
	@if test -d $(PHOTOS); then for game in reversi kulami mangala; do \
	  $(STILLS) $$game --photos $(PHOTOS) --csv results/$${game}_photos.csv && \
	  $(STILLS) $$game --photos $(PHOTOS) --given pose --csv results/$${game}_photos_given.csv && \
	  $(STILLS) $$game --photos $(PHOTOS) --altered --csv results/$${game}_photos_altered.csv && \
	  $(STILLS) $$game --photos $(PHOTOS) --altered --given pose --csv results/$${game}_photos_altered_given.csv && \
	  $(NOTE) results/$${game}_photos.csv results/$${game}_photos_given.csv \
	    results/$${game}_photos_altered.csv results/$${game}_photos_altered_given.csv || exit 1; done; \
	  else echo "no photos in $(PHOTOS); PHOTOS=… names another folder"; fi

GAMES ?= 300
CLIPS ?= 30
JOBS  ?= 1
KEPT  ?= .games

games: $(DEV)  ## referee whole games from pictures of test scenes, write results/games_*.csv (hours; goes on where it was cut)
	@mkdir -p $(KEPT)
	export OPENBLAS_NUM_THREADS=1; for game in reversi kulami mangala; do for level in frames clips; do \
	  count=$(GAMES); test $$level = frames || count=$(CLIPS); test $$count -gt 0 || continue; \
	  $(BIN)/hakem evaluate games $$game --level $$level --games $$count --jobs $(JOBS) --resume \
	    --csv $(KEPT)/$${game}_$${level}_moves.csv --games-csv $(KEPT)/$${game}_$$level.csv \
	    --misses $(KEPT)/$${game}_$${level}_misses || exit 1; \
	  cp $(KEPT)/$${game}_$$level.csv results/games_$${game}_$$level.csv; \
	  cp $(KEPT)/$${game}_$${level}_moves.csv results/games_$${game}_$${level}_moves.csv; \
	  rm -f results/games_$${game}_$${level}_misses_*.jpg; \
	  $(NOTE) results/games_$${game}_$$level.csv results/games_$${game}_$${level}_moves.csv; \
	  for sheet in $(KEPT)/$${game}_$${level}_misses_*.jpg; do test ! -e $$sheet || cp $$sheet results/games_$$(basename $$sheet); done; \
	done; done
	@$(TABLES)

tokens: $(DEV)  ## measure how well Kulami's tokens are seen, write results/kulami_tokens.csv
	OPENBLAS_NUM_THREADS=1 $(BIN)/python scripts/measure_moves.py tokens --games 16 --csv results/kulami_tokens.csv
	$(NOTE) results/kulami_tokens.csv
	@$(TABLES)

gains: $(DEV)  ## measure how well it is seen how many stones came, write results/mangala_gains.csv
	OPENBLAS_NUM_THREADS=1 $(BIN)/python scripts/measure_moves.py gains --games 15 --csv results/mangala_gains.csv
	$(NOTE) results/mangala_gains.csv
	@$(TABLES)

clean:  ## remove .venv and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks dist build *.egg-info
