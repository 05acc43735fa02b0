# A newcomer needs only `make demo` and `make test`. Both install missing packages.

SWIFT ?= swift
NATURAL ?= yes
# `make test` runs short browser tests of the read-along page and the studio. `make test-all` runs all browser tests.
PAGE = --short
# With GUION2AUDIO_OPTIMIZED, Package.swift adds the flags of the usual workers.
# Libraries that other systems lack are installed beside the workers.
RELEASE = GUION2AUDIO_OPTIMIZED=1 $(SWIFT) build -c release --static-swift-stdlib \
  -Xlinker --disable-new-dtags -Xlinker '-rpath=$$ORIGIN/../libexec/guion2audio'
SOURCES = Plugins Sources Tests Benchmarks Examples/Library Package.swift
DEMO ?= demo
# The prefix for `make install`. Packagers set DESTDIR, which is added before every path.
PREFIX ?= /usr/local
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions

.PHONY: demo test test-all test-live deps test-deps test-tools natural release debug lint format bench install install-files uninstall deb tarball test-deb clean

# The first example can be heard while the others are rendered. The manual is long and left out; the drama comes last.
DEMO_FIRST = Examples/the-last-train/the-last-train.fountain
demo: release
	@for input in $(DEMO_FIRST) \
	    $$(ls Examples/*/*.fountain Examples/*/*.md | grep -v -e /README.md -e /drama/ -e $(DEMO_FIRST)); do \
	  name=$$(basename $${input%.*}); \
	  .build/release/guion2audio $$input -o $(DEMO)/$$name --progress none >/dev/null || exit 1; \
	  test $$input != $(DEMO_FIRST) || echo "Listen: xdg-open $(DEMO)/$$name/playlist.m3u8 (the other examples follow)"; \
	done
	@.build/release/guion2audio Examples/drama/the-keeper.fountain -o $(DEMO)/the-keeper-project --stereo \
	  --sample-rate 44100 --split document --format mp3,wav --project reaper --progress none >/dev/null
	@echo "The examples are in $(abspath $(DEMO)):" && ls -d $(DEMO)/*

# All tests use one debug build. The modules that need most of the time are optimized (Scripts/run-tests).
test: test-deps lint
	Scripts/check-imports
	Scripts/install-voices $(VOICES)
	Scripts/run-tests $(TESTS)
	Scripts/check-page $(PAGE)
	Scripts/check-studio $(PAGE)
	Scripts/check-readme

# Runs what `make test` runs, and:
# - the long tests in full: builds killed at every change, and six times as many generated and mutated inputs
# - the tests with a real Slurm and with EPUBCheck, and the pages of the documentation
# - the release build, whose results are compared with those of the tests' build
# - the files of six examples with many outputs, compared with Fixtures/pins.txt
# - the tests of Examples/Library as a separate package, as in an app
# - all browser tests of the read-along page and the studio
# - an app that adds this package by a git address and a version
# - drills: builds that are killed, meet each other, fill a disk or have few resources
# - the fault matrix: 490 cases in which a speech service fails
# - each reader under libFuzzer for 20 seconds, and 400 damaged PDFs with poppler
# - the suites of code that threads share, under the thread sanitizer
# - the line coverage of each module
# The last three steps have separate builds, in .build/fuzz, .build/threads and .build/coverage. Each of these steps takes
# about ten minutes on two cores.
test-all: TESTS = --all
test-all: VOICES = kokoro
test-all: PAGE =
test-all: test-tools test release
	Scripts/check-documentation
	Scripts/check-release
	Scripts/check-pins
	Tests/Client/run
	Tests/Drills/run .build/release/guion2audio
	Tests/FaultMatrix/tests.py
	Tests/FaultMatrix/run .build/release/guion2audio
	Scripts/check-fuzz
	Scripts/check-pdf .build/release/guion2audio 400
	Scripts/check-threads
	Scripts/measure-coverage

test-tools: test-deps
	Scripts/install-packages trying
	Scripts/install-slurm
	Scripts/install-epubcheck

# Speaks a line with each real service whose key is set, and prints which services it skips and why.
test-live: release
	Scripts/test-live

# Installs the packages for building; `test-deps` adds those of the tests.
deps:
	@Scripts/install-packages building

test-deps:
	@Scripts/install-packages building testing

# Fetches the files of the natural voice. With NATURAL=no, the build does without this voice.
natural: deps
	@NATURAL=$(NATURAL) Scripts/install-natural

# Builds the command and its workers in .build/release, with the Swift runtime linked statically.
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

# Measures this program and other programs, and prints the ratios (Benchmarks/README.md). RECORD=1 stores the
# tables as BENCHMARKS.md. OPTIONS="--only building,memory" runs only these groups.
bench: release
	Scripts/install-packages testing trying
	Scripts/install-distillmos
	$(RELEASE) --product parse-benchmark
	$(RELEASE) --product store-benchmark
	Benchmarks/run --json .build/bench.json $(if $(filter 1,$(RECORD)),--markdown BENCHMARKS.md) \
	  --commit "$$(git describe --always --dirty --exclude '*')" $(OPTIONS) $(SCRIPT)

# Installs program, workers, natural voice, manual and completions. If only root may install, run `make release` and then
# `sudo make install-files`, so that root does not build.
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

# Builds a Debian package, .build/guion2audio_VERSION_ARCHITECTURE.deb.
deb: release
	Scripts/make-deb

# Builds an archive that unpacks anywhere and runs, .build/guion2audio-VERSION-MACHINE.tar.xz.
tarball: release
	Scripts/make-tarball

# Installs the package in new systems of Debian and Ubuntu in folders, renders examples there, and removes the package. This
# takes some minutes.
test-deb: release
	Scripts/install-packages trying
	Scripts/check-deb bookworm trixie jammy noble

clean:
	rm -rf .build $(DEMO)
