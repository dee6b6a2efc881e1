"""The published cases of the field standards, section 4, by number; and why a table cannot play some of them."""

from __future__ import annotations

from typing import Final

CASES: Final[dict[int, str]] = {
    1: "blackjack: the dealer's own card skipped, the others moved one place",
    2: "the sign said stand on 17, the table hit soft 17",
    3: "roulette: balls with three turns counted where four were due",
    4: "two decks short by five cards, 438 rounds",
    5: "the recorder dead for two days while play went on",
    6: "a stranger in the studio",
    7: "an employee without a licence dealt",
    8: "no queen of diamonds and two jacks of diamonds, 420 hands",
    9: "a king of diamonds on the floor for twelve hours",
    10: "a pre-shuffled pack in factory order",
    11: "unshuffled cards for three and a half hours",
    12: "two cards at once: the second was dealt before the top one",
    13: "the cut card turned up as the dealer's up-card",
    14: "28 black on the wheel, red on the layout",
    15: "lottery: 21 on the screen while 27 was drawn",
    16: "lottery: the third ball fell back",
    17: "lottery: a ball was left out of the machine; both results paid",
    18: "numbers of the second draw posted as those of the first",
    19: "'process' pressed before digits were typed: 000 published",
    20: "the graphic said 2-2-1, the draw was 2-2-6; both paid",
    21: "the same number three days running, then a hardware failure",
    22: "the host called 6 for 9",
    23: "the same bet within 60 seconds counted twice",
    24: "unapproved builds live, logs lost",
    25: "a bet seen on the device but not settled",
}

NOT_PLAYED: Final[dict[int, str]] = {
    14: "the wheel's order is no table's setting: it is one with the rules, and their digest is in every result",
    20: "a graphic is not the table's: it shows what was published, by sequence and id",
    24: "of the program, not of play: see the signatures of the journal and of the software",
}
"""Why a table does not play a case."""
