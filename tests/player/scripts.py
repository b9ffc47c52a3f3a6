"""Runs the scripts of the player in node, without a browser: many inputs, one process."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from conftest import need

from touhu_music import player

FOLDER: Final = Path(player.__file__).parent / "script"
RUNNER: Final = """
const { readFileSync } = require("fs");
const vm = require("vm");
const { files, data, call, inputs } = JSON.parse(readFileSync(0, "utf8"));
const context = vm.createContext({ given: JSON.stringify(data), TextEncoder });
vm.runInContext("const DATA = JSON.parse(given, (_, value) => Object.freeze(value));", context);
for (const file of files) {
  vm.runInContext(`"use strict"; ${readFileSync(file, "utf8")}`, context, { filename: file });
}
const called = vm.runInContext(`"use strict"; (${call})`, context);
const plain = (key, value) => (typeof value === "bigint" ? String(value) : value);
const results = inputs.map((input) => {
  try {
    return { value: called(input) };
  } catch (error) {
    return { thrown: [error.constructor.name, error.message, error.stack] };
  }
});
process.stdout.write(JSON.stringify(results, plain));
"""


class Thrown(NamedTuple):
    """An error that a function threw: the name of its class, and its text."""

    kind: str
    message: str


def run_scripts(
    files: Sequence[str],
    call: str,
    inputs: Sequence[object],
    data: Mapping[str, object],
    expected: Sequence[str] = (),
) -> list[Any]:
    """Load script files in their order, with DATA, and call a function with each input.

    `call` is an expression, the name of a function or an arrow. A result is what it returns, as
    JSON (a BigInt as text), or Thrown where it throws an error of the expected classes; any other
    fails.
    """
    paths = [str(FOLDER / name) for name in files]
    given = json.dumps({"files": paths, "data": data, "call": call, "inputs": inputs})
    done = subprocess.run(
        [need("node"), "-e", RUNNER], input=given.encode(), capture_output=True, timeout=300
    )
    assert done.returncode == 0, done.stderr.decode()
    results = []
    for given_input, result in zip(inputs, json.loads(done.stdout), strict=True):
        if "thrown" in result:
            kind, message, stack = result["thrown"]
            assert kind in expected, f"{given_input!r:.500}: {stack}"
            results.append(Thrown(kind, message))
        else:
            results.append(result.get("value"))
    return results
