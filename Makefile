# `make demo` and `make test` are all a newcomer needs; both install what is missing.

SWIFT ?= swift
NATURAL ?= yes
# What `make test` tries of the read-along page and the studio: short stories. `make test-all` tries all of them.
PAGE = --short
RELEASE = $(SWIFT) build -c release --static-swift-stdlib
SOURCES = Sources Tests Benchmarks Examples/Library Package.swift
DEMO ?= demo
# Where `make install` puts the program; DESTDIR stands before all of it, for packagers.
PREFIX ?= /usr/local
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions

.PHONY: demo test test-all test-live deps natural release debug lint format bench install install-files uninstall deb test-deb clean

demo: release
	@for input in Examples/*/*.fountain $$(ls Examples/*/*.md | grep -v /README.md) Examples/manual; do \
	  name=$$(basename $${input%.*}); \
	  .build/release/guion2audio $$input -o $(DEMO)/$$name --progress none >/dev/null || exit 1; \
	done
	@echo "The examples are in $(abspath $(DEMO)):" && ls -d $(DEMO)/*

# One build for all: its modules are optimized as those of a release are (Scripts/run-tests).
test: deps lint
	Scripts/check-imports
	Scripts/install-piper
	Scripts/install-voices $(VOICES)
	Scripts/install-slurm
	Scripts/install-epubcheck
	Scripts/run-tests $(TESTS)
	Scripts/check-page $(PAGE)
	Scripts/check-studio $(PAGE)
	Scripts/check-documentation

# What `make test` does with every point of the drills, the release build against the tests' build, the examples as
# an app's own package, the read-along page and the studio in a browser, the fault matrix: 490 runs on services that fail, each reader
# under libFuzzer for 20 seconds, the
# suites of what threads share under the thread sanitizer, and the line coverage of each module. The last three have builds
# of their own, in .build/fuzz, .build/threads and .build/coverage, some ten minutes each on two cores.
test-all: TESTS = --all
test-all: VOICES = kokoro
test-all: PAGE =
test-all: test release
	Scripts/check-release
	Tests/FaultMatrix/tests.py
	Tests/FaultMatrix/run .build/release/guion2audio
	Scripts/check-fuzz
	Scripts/check-threads
	Scripts/measure-coverage

# Speaks a line with each real service whose key is set, and says why it leaves others out.
test-live: release
	Scripts/test-live

deps:
	@Scripts/install-packages

# What the natural voice needs; NATURAL=no builds without it.
natural: deps
	@NATURAL=$(NATURAL) Scripts/install-natural

# The command and its workers, side by side in .build/release, with the Swift runtime inside.
release: natural
	$(RELEASE) --product guion2audio
	$(RELEASE) --product guion2audio-espeak
ifneq ($(NATURAL),no)
	$(RELEASE) --product guion2audio-neural
	$(RELEASE) --product make-phonemes
	Scripts/make-phonemes .build/release/make-phonemes
endif

debug: natural
	$(SWIFT) build
	Scripts/make-phonemes .build/debug/make-phonemes

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

# Program, workers, natural voice, manual and completions. As another user than the one that builds: `make release`, then
# `sudo make install-files`.
install: release install-files

install-files:
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d $(DESTDIR)$(ZSH_COMPLETIONS)
	install -D -s -m 755 .build/release/guion2audio $(DESTDIR)$(PREFIX)/bin/guion2audio
	install -D -s -m 755 .build/release/guion2audio-espeak $(DESTDIR)$(PREFIX)/libexec/guion2audio/guion2audio-espeak
	$(if $(filter no,$(NATURAL)),,Scripts/place-natural $(DESTDIR)$(PREFIX))
	.build/release/guion2audio help --man | gzip -9n > $(DESTDIR)$(PREFIX)/share/man/man1/guion2audio.1.gz
	.build/release/guion2audio help --completions bash > \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/guion2audio
	.build/release/guion2audio help --completions zsh > $(DESTDIR)$(ZSH_COMPLETIONS)/_guion2audio
	.build/release/guion2audio help --completions fish > \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/guion2audio.fish
	install -D -m 644 README.md $(DESTDIR)$(PREFIX)/share/doc/guion2audio/README.md
	install -D -m 644 CHANGELOG.md $(DESTDIR)$(PREFIX)/share/doc/guion2audio/CHANGELOG.md

uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/libexec/guion2audio $(DESTDIR)$(PREFIX)/share/guion2audio \
	  $(DESTDIR)$(PREFIX)/share/doc/guion2audio
	rm -f $(DESTDIR)$(PREFIX)/bin/guion2audio $(DESTDIR)$(PREFIX)/share/man/man1/guion2audio.1.gz \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/guion2audio \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/guion2audio.fish $(DESTDIR)$(ZSH_COMPLETIONS)/_guion2audio

# A Debian package, .build/guion2audio_VERSION_ARCHITECTURE.deb.
deb: release
	Scripts/make-deb

# Installs it in a new Debian beside this one, renders an example there, and takes it off: some minutes.
test-deb: release
	Scripts/check-deb

clean:
	rm -rf .build $(DEMO)
