# make: everything for a troupe, in build/.   make test: every check.
# Both make the environment .venv first, once. Another Python: make PYTHON=python3.12

PYTHON = python3
bin = .venv/bin
pip = $(bin)/python -m pip --quiet --disable-pip-version-check

.PHONY: kit test golden bench clean
.NOTPARALLEL:  # one pip at a time

kit: .venv/runtime
	$(bin)/touhu kit --into build --force

test: .venv/development
	$(bin)/ruff format --check .
	$(bin)/ruff check .
	$(bin)/mypy
	$(bin)/python -m pytest

golden: .venv/development
	TOUHU_GOLDEN=update $(bin)/python -m pytest

bench: .venv/development
	@set -e; for script in benchmarks/*.py; do echo $$script; $(bin)/python $$script; done

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv/runtime: pyproject.toml | .venv/made
	$(pip) install -e .
	@touch $@

.venv/development: pyproject.toml | .venv/made
	$(pip) install -e '.[dev]'
	@touch .venv/runtime $@

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo 'touhu_music needs Python 3.11 or later, and $(PYTHON) is older or missing; name another: make PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv >/dev/null 2>&1 || { rm -rf .venv; \
	  echo '$(PYTHON) -m venv fails: install the package python3-venv (Debian, Ubuntu), elsewhere the venv part of your Python; then run make again' >&2; exit 1; }
	@touch $@
