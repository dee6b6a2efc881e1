"""The words of the screens, by key: what the dealer is asked for, what the dealer says. English; screens translate."""

from __future__ import annotations

from typing import Final

from studio.faults import FAULTS

PROMPTS: Final[dict[str, str]] = {
    "closed": "Table closed",
    "not_ready": "Wait: {devices}",
    "no_set_ready": "Wait: no set of cards is ready to be shuffled",
    "wait_for_wheel": "Wait for the wheel",
    "between_rounds": "Clear the table. Last: {outcome}",
    "bets_open": "Wait: bets are open",
    "deal": "Card to {to}",
    "deal_after_cut_card": "Lay the cut card aside, then card to {to}",
    "deal_face_down": "Card face down to {to}",
    "burn_first": "First card of the shoe, face up",
    "burn": "Burn {number} of {of}",
    "burn_after_cut_card": "Lay the cut card aside, then burn {number} of {of}",
    "spin": "Spin",
    "ball_in_play": "Ball in play",
    "wait_for_boxes": "Wait: the backend names the boxes",
    "decide": "Box {box}, hand {hand}: {allowed}",
    "draw_balls": "Draw {count} balls",
    "turn_reel": "Turn the reel",
    "turn_bonus_wheel": "Turn the bonus wheel, turn {turn}",
    "chance": "Wait: {draw} is drawn",
    "peek": "Peek at the hole card",
    "second_entry": "A second person enters {request}",
    "agree": "Announce the result: {value}",
    "confirm.cards_inspected": "Inspect the cards, then confirm",
    "confirm.shuffled": "Shuffle, then confirm",
    "load_shuffler": "Put the cards into the shuffler and start it",
    "load_shuffler_batch": "Put the {batch} cards into the shuffler and start it",
    "wait_for_shuffler": "Wait: the shuffler is at work",
    "shuffler_jam": "Cards are stuck in the shuffler: take all of them out, count them and put them in again",
    "shuffler_open": "Shut the shuffler",
    "shuffler_fault": "The shuffler reports a fault: call the technician",
    "confirm.cut": "Cut and place the cut card, then confirm",
    "confirm.shoe_loaded": "Load the shoe",
    "confirm.hole_card_turned": "Turn the hole card",
    "confirm.ball_drawer_full": "Check that every ball is in the drawer, then confirm",
} | {
    f"held.{kind}": f"STOP. {fault.what}: {{read}}. Due: {{expected}}. {fault.remedy}."
    for kind, fault in FAULTS.items()
}
"""What stands on the dealer's screen; the blanks are filled from the prompt's `about`."""

FOLLOWS: Final[dict[str, str]] = {
    "next.round_ends": "The round ends",
    "next.announced": "Announce the result",
    "next.cards": "Deal the cards",
    "next.burn": "Burn as many as the card says",
    "next.decide": "Box {box}, hand {hand} decides",
    "next.decisions": "The players decide",
    "next.card_decides": "As the card falls",
    "next.number_decides": "As the ball falls",
    "next.turn_decides": "As the turn ends",
    "next.player_decides": "As the player decides",
    "next.peek_decides": "As the peek says",
}
"""What stands as the next step where it is no prompt, or where what comes now decides it."""

IRREGULARITIES: Final[dict[str, tuple[str, str]]] = {kind: (fault.what, fault.remedy) for kind, fault in FAULTS.items()}
"""By kind: what happened, and what to do now."""

NOTICES: Final[dict[str, str]] = {
    "bus_refused": "Somebody was refused at the table's sockets",
    "clock_jumped": "The wall clock was set: times before and after it do not compare",
    "clock_drift": "The backend's clock and the table's differ by more than is allowed",
    "clock_agrees": "The backend's clock and the table's agree again",
    "result_rejected": "The backend will not take an event; nothing that follows it is sent",
    "result_unconfirmed": "Events were sent and the backend does not answer",
    "copy_lost": "The second copy of the journal cannot be written",
    "copy_back": "The second copy of the journal is whole again",
    "people_unreadable": "The list of people cannot be read: nobody new is let in",
    "dealer_elsewhere": "The dealer of this table is on duty at another one",
    "journal_damaged": "Older rows of the journal are not what was written",
    "software_changed": "The software or the configuration is not what the table started with",
}
"""What a program may notice, and what it means."""

ALARMS: Final[dict[str, str]] = {
    "log_in_locked": "Too many wrong PINs: they are locked for five minutes",
    "badge_unknown": "A badge of nobody was shown",
    "pit_boss_called": "The dealer asks for the pit boss",
    "round_voided": "A round was voided",
    "count_the_set": "The set of cards must be counted after this shoe",
    "set_blocked": "A set of cards is not whole: it is blocked",
    "entries_differ": "Two people have entered different values",
    "recorder_silent": "The video recorder is silent",
    "shuffler_jam": "Cards are stuck in the shuffler",
    "shuffler_fault": "The shuffler reports a fault",
    "batch_not_taken": "A batch was shuffled whose set has not been counted",
    "card_shown_again": "A card that had been read was shown again",
    "order_failed": "A device has not done what it was ordered",
    "self_test_faults": "A device has found a fault in itself",
    "self_test_done": "A device has tested itself",
    "decision_waits": "A decision ran out of time while the table was held",
} | NOTICES
"""What an alarm says that is no irregularity, by its key; irregularities have their words in `IRREGULARITIES`."""

ANNOUNCEMENTS: Final[dict[str, str]] = {
    "no_more_bets": "No more bets",
    "no_spin": "No spin",
    "cut_card_out": "The cut card is out",
    "last_hand_before_shuffle": "Last hand before shuffle",
    "baccarat.player_wins": "Player wins",
    "baccarat.banker_wins": "Banker wins",
    "baccarat.tie": "Tie",
    "roulette.number": "The number is called",
    "roulette.two_numbers": "Both numbers are called",
    "blackjack.box_blackjack": "Blackjack",
    "blackjack.insurance": "Insurance",
    "blackjack.no_dealer_blackjack": "The dealer has no blackjack",
    "blackjack.dealer_blackjack": "The dealer has blackjack",
    "blackjack.dealer_bust": "The dealer is bust",
    **{f"blackjack.dealer_{total}": f"The dealer has {total}" for total in range(17, 22)},
}
"""What the dealer says (baccarat.md 2, roulette.md 1)."""


def word_prompt(key: str, about: dict[str, str]) -> str:
    """The English wording of a prompt; positions read as `PLAYER 1`. Raises KeyError for an unknown key or blank."""
    spoken = {name: value.replace("-", " ").upper() if name == "to" else value for name, value in about.items()}
    return (FOLLOWS if key in FOLLOWS else PROMPTS)[key].format_map(spoken)
