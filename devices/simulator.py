"""`studio simulator KIND`: one simulated device as a program, with its orders and the fault menu of its line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from devices import catalogue
from devices.buttons.simulator import SimulatedBox
from devices.camera import menu
from devices.faults.frames import DRAWER, LINES, SHOE, Shape
from devices.faults.menu import menu_text
from devices.faults.mischief import Mischief
from devices.keys.simulator import SimulatedKeys
from devices.lottery.ball_set import load_ball_set
from devices.lottery.simulator import SimulatedDrawer
from devices.scanner.simulator import SimulatedLines
from devices.shoe.simulator import SimulatedShoe
from devices.shuffler.simulator import SimulatedShuffler
from devices.simulator_shell import Simulated, serve
from devices.wheel.simulator import SimulatedWheel

__all__ = ["KINDS", "SIMULATORS", "Simulated", "add_arguments", "main", "run", "serve"]


class SimulatorKind(NamedTuple):
    """A kind of simulated device: what it speaks, how it is made, its orders, and how its bytes fall into frames."""

    speaks: str
    make: Callable[[argparse.Namespace], Simulated]
    orders: dict[str, str]
    shape: Shape


def _wheel(args: argparse.Namespace) -> Simulated:
    wheel = SimulatedWheel(args.seed, pockets=args.pockets, auto=args.auto)
    for name, value in args.set:
        wrong = wheel.answers.set(name, value)
        if wrong is not None:
            raise ValueError(f"--set {name}={value}: {wrong}")
    return wheel


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def _shoe(args: argparse.Namespace) -> Simulated:
    return SimulatedShoe(
        args.seed, decks=args.decks, cut_from_back=args.cut_from_back, burn=args.burn, repeat=args.repeat
    )


SIMULATORS: Final[dict[catalogue.Kind, type]] = {
    "wheel": SimulatedWheel,
    "shoe": SimulatedShoe,
    "drawer": SimulatedDrawer,
    "shuffler": SimulatedShuffler,
    "scanner": SimulatedLines,
    "buttons": SimulatedBox,
    "badge": SimulatedLines,
}
"""Kind of device to the class that simulates one."""

KINDS: Final[dict[str, SimulatorKind]] = {
    "wheel": SimulatorKind("SlingShot 2 (ss2)", _wheel, SimulatedWheel.ORDERS, LINES),
    "shoe": SimulatorKind("Angel Eye II-EX (angel-eye)", _shoe, SimulatedShoe.ORDERS, SHOE),
    "drawer": SimulatorKind(
        "ball tags and pass counter (ball-tags)",
        lambda args: SimulatedDrawer(load_ball_set(args.ball_set), args.seed),
        SimulatedDrawer.ORDERS,
        DRAWER,
    ),
    "shuffler": SimulatorKind("grammar:shuffler", lambda args: SimulatedShuffler(), SimulatedShuffler.ORDERS, LINES),
    "scanner": SimulatorKind(
        "a text a line (scanner-lines, badge-lines)", lambda args: SimulatedLines(), SimulatedLines.ORDERS, LINES
    ),
    "buttons": SimulatorKind("grammar:contact-box", lambda args: SimulatedBox(), SimulatedBox.ORDERS, LINES),
    "keys": SimulatorKind(
        "key events (scanner-keys, buttons-keys, badge-keys)",
        lambda args: SimulatedKeys(),
        SimulatedKeys.ORDERS,
        LINES,
    ),
}
"""Kind to what `studio simulator` does about it."""

CAMERA: Final = "camera"
"""The kind that has no line of bytes: it shows pictures, and is a program of its own."""


def main(argv: list[str] | None = None) -> int:
    """The program without the `studio` command around it; returns the exit status."""
    parser = argparse.ArgumentParser(prog="studio simulator")
    add_arguments(parser)
    return run(parser.parse_args(argv))


def run(arguments: argparse.Namespace) -> int:
    """Simulate until stopped: exit status 0 after an orderly end, 2 when it cannot begin."""
    if arguments.kind == CAMERA:
        from devices.camera import live  # the picture libraries are loaded where there is a camera

        return live.run(arguments)
    kind = KINDS[arguments.kind]
    try:
        mischief = Mischief(kind.shape, arguments.seed)
        for fault in arguments.fault:
            mischief.add(fault)
        serve(
            kind.make(arguments),
            mischief,
            link_path=arguments.link,
            control=arguments.control,
            speed=arguments.speed,
            announce=lambda text: print(text, flush=True),
            notice=lambda text: print(text, file=sys.stderr, flush=True),
            orders=_standard_input(),
            until_orders_end=arguments.until_eof,
        )
    except (OSError, ValueError) as error:
        print(f"simulator {arguments.kind}: {error}", file=sys.stderr)
        return 2
    return 0


def _standard_input() -> int | None:
    """The file descriptor of standard input; None where there is none."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return None


def _orders_text(kind: str, orders: dict[str, str]) -> str:
    return f"orders of a {kind}:\n" + "\n".join(f"  {order:<18}{what}" for order, what in orders.items())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the arguments, the menu of orders and the menu of faults."""
    parser.description = (
        "One simulated device on a pseudo-terminal: prints its path and speaks the real protocol there."
    )
    parser.epilog = "\n\n".join(
        (
            "kinds:\n"
            + "\n".join(f"  {name:<18}{kind.speaks}" for name, kind in KINDS.items())
            + f"\n  {CAMERA:<18}motion JPEG over HTTP (camera)",
            menu_text(),
            "Orders are taken one a line from standard input and from the --control socket.",
            *(_orders_text(name, kind.orders) for name, kind in KINDS.items()),
            _orders_text(CAMERA, menu.ORDERS) + "\n(--fault of a camera is an order to begin with)",
        )
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("kind", choices=(*KINDS, CAMERA), metavar="KIND", help=", ".join((*KINDS, CAMERA)))
    parser.add_argument("--link", type=Path, metavar="PATH", help="symlink to the pseudo-terminal: a name that stays")
    parser.add_argument("--control", type=Path, metavar="PATH", help="Unix-domain socket on which to take orders too")
    parser.add_argument("--seed", default="0", help="the same seed gives the same numbers, cards and balls (default 0)")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="physical times run X times faster")
    parser.add_argument(
        "--fault", action="append", default=[], metavar="TEXT", help='as in "unplug after 3 rounds for 5 s"; repeatable'
    )
    parser.add_argument("--until-eof", action="store_true", help="end when standard input ends")
    wheel = parser.add_argument_group("wheel")
    wheel.add_argument("--pockets", type=int, default=37, choices=(37, 38), help="single or double zero (default 37)")
    wheel.add_argument("--auto", action="store_true", help="launch the ball by itself, game after game")
    wheel.add_argument(
        "--set",
        action="append",
        type=_setting,
        default=[],
        metavar="NAME=VALUE",
        help="another parameter, firmware or mode word, as in m=20000 or firmware=V2.49; repeatable",
    )
    shoe = parser.add_argument_group("shoe")
    shoe.add_argument("--decks", type=int, default=8, metavar="N", help="decks in the shoe (default 8)")
    shoe.add_argument(
        "--cut-from-back", type=int, default=14, metavar="M", help="cards behind the cut card (default 14)"
    )
    shoe.add_argument("--burn", default="none", choices=("none", "first_card_value"), help="burns after loading")
    shoe.add_argument("--repeat", type=int, default=1, metavar="N", help="send each frame N times (default 1)")
    menu.add_group(parser)
    drawer = parser.add_argument_group("drawer")
    drawer.add_argument("--ball-set", default="simulated-1", metavar="FILE", help="whose tags the balls have")


if __name__ == "__main__":
    sys.exit(main())
