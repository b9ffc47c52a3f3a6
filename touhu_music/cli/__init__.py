"""The command `touhu`: one module a group of commands, each loaded when it is called."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NoReturn

import click

from touhu_music import __version__
from touhu_music.cli import terminal
from touhu_music.cli.lazy import Lazy
from touhu_music.errors import TouhuError

COMMANDS: Final = {
    "list": "listing:list_all",
    "show": "showing:show",
    "play": "playing:play",
    "read": "reading:read",
    "verify": "verifying:verify_all",
    "render": "rendering:render",
    "sheet": "sheet:sheet",
    "kit": "kit:kit",
    "collate": "collating:collate",
    "scan": "scanning:scan_all",
    "compare": "comparing:compare",
    "player": "player:player",
    "rite": "rite:rite",
    "song": "song:song",
}


@click.group(
    cls=Lazy,
    modules=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="touhu", message="%(prog)s %(version)s")
def touhu() -> None:
    """Read, perform and write down the drum notation ○ □ 半 of 禮記·投壺.

    CADENCE is a name (lu-1 xue-1 lu-2 xue-2), a name at a witness (lu-2@B), a row in quotes
    ('○□○○半○□○'), a file that holds rows, or - for standard input.
    """


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code.

    0 done, 1 wrong input or failed writing (a line on stderr for each), 2 wrong options, 130
    interrupted.
    """
    terminal.prepare()
    try:
        result = touhu.main(
            args=None if argv is None else list(argv), prog_name="touhu", standalone_mode=False
        )
        sys.stdout.flush()
        return int(result or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else error.format_message())
        return 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except TouhuError as error:
        terminal.complain(error)
        return 1
    except (KeyboardInterrupt, click.Abort):
        return 130
    except (BrokenPipeError, SystemExit):  # click makes the one into the other while a command prints
        terminal.hang_up()
        return 0
    except MemoryError:
        terminal.complain(TouhuError("there is not enough memory for so much at once"))
        return 1
    except ModuleNotFoundError as error:
        if str(error.name).startswith("touhu_music"):
            raise
        terminal.complain(TouhuError(f"the package {error.name} is not installed"))
        return 1
    except OSError as error:  # of stdout, or of a folder that went away; files have errors of their own
        terminal.hang_up()
        terminal.complain(TouhuError(error.strerror or str(error)))
        return 1


def stop_again(ignored: sys.UnraisableHookArgs) -> None:
    """Interrupt once more where a finalizer of Python swallowed the interrupt; print what else is ignored."""
    if ignored.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(ignored)
        return
    import _thread
    import threading

    soon = threading.Timer(0.01, _thread.interrupt_main)  # after the finalizer has come to its end
    soon.daemon = True
    soon.start()


def run() -> NoReturn:
    """Run the command line of this process and leave it."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that no half-written file stays behind
    sys.unraisablehook = stop_again
    code = main()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # it took nothing, or is closed; that was told
            stream.flush()
    os._exit(code)  # Python would take a tenth of the time to end, and end threads in the midst of C
