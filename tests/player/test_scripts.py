"""The scripts of the page under TypeScript, which reads the types in their comments, and ESLint."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest
from conftest import need

from touhu_music import player
from touhu_music.player.building import SCRIPTS

SOURCES: Final = Path(player.__file__).parent
PACKAGES: Final = ("typescript@7.0.2", "eslint@10.15.0", "@eslint/js@10.0.1")


def test_scripts_have_sound_types_and_no_lint(tmp_path: Path) -> None:
    npm, files = need("npm"), [SOURCES / f"script/{name}.js" for name in SCRIPTS]
    done = subprocess.run(
        [npm, "install", "--silent", "--no-save", "--prefix", str(tmp_path), *PACKAGES],
        capture_output=True,
        timeout=300,
    )
    if done.returncode:
        pytest.skip("typescript and eslint cannot be fetched")
    for file in [*files, SOURCES / "script/jsconfig.json"]:
        shutil.copy(file, tmp_path)
    rules = {"no-undef": "off", "no-unused-vars": "off"}  # what one script declares, another uses
    (tmp_path / "eslint.config.mjs").write_text(
        'import js from "@eslint/js";\nexport default [{...js.configs.recommended, files: ["*.js"]},'
        f'{{languageOptions: {{sourceType: "script"}}, rules: {json.dumps(rules)}}}];\n'
    )
    for command in (["tsc", "-p", "jsconfig.json"], ["eslint", *(file.name for file in files)]):
        told = subprocess.run(
            [tmp_path / "node_modules/.bin" / command[0], *command[1:]],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert told.returncode == 0, told.stdout + told.stderr
