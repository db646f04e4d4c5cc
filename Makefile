# Two commands are all that a newcomer needs: `make quickstart` and `make test`. `make help` lists the rest.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MVN ?= mvn --batch-mode --no-transfer-progress

.PHONY: help quickstart test attacks soak down build images cli generate clean

help: ## What can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

quickstart: ## A cluster if none is given, Glovebox on it, three tasks, their results on the screen
	@cluster/quickstart

test: ## Everything: probe, operator, images, chart, and all claims on a real cluster
	@e2e/test

attacks: ## Every attack that Glovebox has to stop, tried on a real cluster: row, attack, verdict, seconds
	@e2e/attacks

DURATION ?= 1h
soak: ## Tasks in a loop while parts fail, then a verdict: leaks, memory, wrong ends. DURATION=10m is shorter than the usual 1h
	@e2e/soak "$(DURATION)"

down: ## Ends every local cluster of this checkout and leaves the machine as it was
	@cluster/down --all

build: ## Compiles and unit-tests what is Java and Go
	@probe/build
	@$(MVN) --quiet package

images: ## The operator's and the probe's image as OCI archives in .build/images
	@images/build

cli: ## kubectl glovebox, packed in .build/cli, and on the PATH that quickstart names
	@cli/build >/dev/null
	@mkdir -p .cluster/bin
	@ln -sf "$$PWD"/.build/cli/kubectl-glovebox/bin/kubectl*glovebox .cluster/bin/
	@echo 'Next: export PATH=$$PWD/.cluster/bin:$$PATH, then: kubectl glovebox --help'

generate: ## Rewrites what is generated: CRDs, chart copies, manifests, reference pages
	@$(MVN) --quiet spotless:apply
	@$(MVN) --quiet --projects crds,core test -Dglovebox.regenerate=true
	@helm/generate

clean: ## Removes what was built here; caches outside the checkout stay
	@rm -rf .build crds/target core/target operator/target cli/target e2e/target probe/target
