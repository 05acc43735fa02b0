# `make demo` and `make test` are all a newcomer needs; both install what is missing.

SWIFT ?= swift
RELEASE = $(SWIFT) build -c release --static-swift-stdlib
SOURCES = Sources Tests Benchmarks Examples/Library Package.swift
DEMO ?= demo

.PHONY: demo test test-live deps release debug lint format bench clean

demo: release
	@for input in Examples/*/*.fountain $$(ls Examples/*/*.md | grep -v /README.md) Examples/manual; do \
	  name=$$(basename $${input%.*}); \
	  .build/release/guion2audio $$input -o $(DEMO)/$$name --progress none >/dev/null || exit 1; \
	done
	@echo "The examples are in $(abspath $(DEMO)):" && ls -d $(DEMO)/*

test: deps lint release
	Scripts/check-imports
	Scripts/install-piper
	Scripts/install-slurm
	Scripts/run-tests
	Scripts/check-release
	Scripts/check-documentation

# Speaks a line with each real service whose key is set, and says why it leaves others out.
test-live: release
	Scripts/test-live

deps:
	@Scripts/install-packages

# The command and its worker, side by side in .build/release, with the Swift runtime inside.
release: deps
	$(RELEASE) --product guion2audio
	$(RELEASE) --product guion2audio-espeak

debug: deps
	$(SWIFT) build

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format:
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

# Side by side with other programs in one run, as ratios (Benchmarks/README.md). RECORD=1 keeps the
# table as BENCHMARKS.md; OPTIONS="--only building,memory" runs a part.
bench: release
	$(RELEASE) --product parse-benchmark
	$(RELEASE) --product store-benchmark
	Benchmarks/run --json .build/bench.json $(if $(filter 1,$(RECORD)),--markdown BENCHMARKS.md) \
	  --commit "$$(git describe --always --dirty --exclude '*')" $(OPTIONS) $(SCRIPT)

clean:
	rm -rf .build $(DEMO)
