"""The evidence of a round as one HTML page that a person can read: no script, no picture, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

import msgspec

from studio.messages.wording import ALARMS, ANNOUNCEMENTS, IRREGULARITIES, word_prompt
from studio.policy import RULINGS

_STYLE: Final = """
body { font: 15px/1.45 "DejaVu Sans", "Segoe UI", Arial, sans-serif; color: #1a1a1a; background: #fff;
       max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p.lead { margin: 0 0 1rem; color: #444; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top;
       padding: .3rem .6rem; border-bottom: 1px solid #d5d5d5; } th { background: #f1f3f5; font-weight: 600; }
td.time, td.hash, code { font-family: "DejaVu Sans Mono", Consolas, monospace; font-size: .85em; }
td.hash, code { word-break: break-all; } .follow { color: #333; padding-left: 1.2rem; }
.result { border: 2px solid #1d5c2e; padding: .8rem 1rem; margin: 1rem 0; }
.void { border-color: #8a1c1c; } .result strong { font-size: 1.2rem; }
.raw { color: #555; font-size: .85em; word-break: break-word; }
dl { display: grid; grid-template-columns: 13rem 1fr; gap: .2rem 1rem; } dt { color: #555; } dd { margin: 0; }
.time { white-space: nowrap; } pre { white-space: pre-wrap; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
"""
_SAID_ELSEWHERE: Final = frozenset({"kind", "command", "input", "id", "person", "role", "effect", "type", "utc"})
_EVENT_HEAD: Final = _SAID_ELSEWHERE | {"table", "seq", "shoe", "round", "contract", "bets", "hands", "rules_digest"}
_SUITS: Final = {
    "c": "\N{BLACK CLUB SUIT}",
    "d": "\N{BLACK DIAMOND SUIT}",
    "h": "\N{BLACK HEART SUIT}",
    "s": "\N{BLACK SPADE SUIT}",
}


def dispute_page(told: Mapping[str, Any], rules_in_words: Sequence[str] = ()) -> str:
    """The page of what `dispute.dispute_file` returned; `rules_in_words` are the house's rules, a line each."""
    title = f"Round {told['round']}"
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">Table {escape(told["table"])}, {escape(told["game"])} ({escape(told["variant"])}), house '
        f"{escape(told['house'])}. Opened {escape(told['opened_utc'])}.</p>",
        *_endings(told["endings"]),
        _facts(told),
        *_irregularities(told["irregularities"]),
        "<h2>What was read and done, in order</h2>",
        "<table><thead><tr><th>No.</th><th>UTC</th><th>Who</th><th>What, and what followed</th></tr></thead><tbody>",
        *(_step(step) for step in told["steps"]),
        "</tbody></table>",
        *_proof(told),
    ]
    if rules_in_words:
        parts += ["<h2>The house's rules that were applied</h2>", "<pre>", escape("\n".join(rules_in_words)), "</pre>"]
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _facts(told: Mapping[str, Any]) -> str:
    facts = {
        "Shoe": told["shoe"] or "none in this game",
        "Dealer": told["dealer"] or "not named",
        "Rules (digest)": told["rules_digest"],
        "Software": told["software"],
        "Journal epoch": told["epoch"],
    }
    return (
        f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{escape(str(value))}</dd>' for name, value in facts.items())}</dl>"
    )


def _endings(endings: Iterable[Mapping[str, Any]]) -> list[str]:
    parts = [_ending(ending) for ending in endings]
    return parts or ['<div class="result void"><strong>The round has not ended.</strong></div>']


def _ending(ending: Mapping[str, Any]) -> str:
    match ending["type"]:
        case "round.result":
            head = f"Result: {ending['outcome']}"
        case "round.corrected":
            head = f"Corrected result: {ending['outcome']} (by {', '.join(ending['by'])}: {ending['reason']})"
        case "round.voided":
            head = f"Void: every stake goes back ({ending['kind']}, by {ending['by']}: {ending['reason']})"
        case _:
            head = f"The result does not count (by {', '.join(ending['by'])}: {ending['reason']})"
    lines = []
    for name, hand in (ending.get("hands") or {}).items():
        natural = " (natural)" if hand["natural"] else ""
        lines.append(f"{escape(name)}: {escape(' '.join(map(_card, hand['cards'])))} = {hand['total']}{natural}")
    if ending.get("numbers"):
        lines.append(f"numbers: {escape(' '.join(ending['numbers']))}")
    lines += [f"{escape(name)}: {escape(_text(value))}" for name, value in (ending.get("draws") or {}).items()]
    for name, bet in (ending.get("bets") or {}).items():
        if bet["result"] == "win":
            lines.append(f"bet {escape(name)} wins {escape(bet['pays'])}")
        elif bet["result"] == "push":
            lines.append(f"bet {escape(name)} gives back {escape(bet.get('returned') or 'the stake')}")
    kind = " void" if ending["type"] in ("round.voided", "round.result_voided") else ""
    body = "".join(f"<br>{line}" for line in lines)
    return (
        f'<div class="result{kind}"><strong>{escape(head)}</strong>{body}'
        f'<br><span class="raw">event {escape(ending["id"])}, {escape(ending["utc"])}</span></div>'
    )


def _irregularities(irregularities: Sequence[Mapping[str, Any]]) -> list[str]:
    if not irregularities:
        return ["<h2>Irregularities</h2><p>None.</p>"]
    rows = []
    for one in irregularities:
        event, rule = one["event"], one["rule_applied"]
        applied = (
            "no rule of the house was asked: a person decided"
            if rule is None
            else f"allowed: {'; '.join(map(_ruling, rule['rulings']))}. Who rules: {rule['by'].replace('_', ' ')}."
            + (f" By itself: {_ruling(rule['automatic'])}." if rule["automatic"] else "")
        )
        what = {
            "table.paused": lambda e: f"held: expected {e['expected']}, read {e['read']}",
            "table.resumed": lambda e: f"ruled by {e['by']}: {_ruling(e['ruling'])} ({e['reason']})",
            "round.voided": lambda e: f"void by {e['by']}: {e['reason']}",
        }[event["type"]](event)
        kind = IRREGULARITIES[event["kind"]][0] if event["kind"] in IRREGULARITIES else event["kind"]
        cells = (event["utc"], f"{kind} ({event['kind']})", one["phase"], what, applied)
        rows.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>")
    head = "<tr><th>UTC</th><th>Kind</th><th>Phase</th><th>What</th><th>The house's rule for it</th></tr>"
    return ["<h2>Irregularities</h2>", f"<table><thead>{head}</thead><tbody>", *rows, "</tbody></table>"]


def _step(step: Mapping[str, Any]) -> str:
    given = step["given"]
    about = given.get("reading") or given.get("command") or given
    pairs = _pairs(about if isinstance(about, Mapping) else {}, _SAID_ELSEWHERE | {"monotonic_ns"})
    if given["input"] in ("configured", "process_started"):
        pairs = ""
    followed = "".join(f'<div class="follow">→ {escape(_effect(one, step))}</div>' for one in step["followed"])
    return (
        f'<tr><td>{step["input"]}</td><td class="time">{escape(step["utc"])}</td><td>{escape(step["who"])}</td>'
        f'<td>{escape(step["what"])}<span class="raw">{escape(pairs)}</span>{followed}</td></tr>'
    )


def _effect(effect: Mapping[str, Any], step: Mapping[str, Any]) -> str:
    match effect["effect"]:
        case "publish":
            event = effect["event"]
            when = step["acknowledged_utc"].get(event["id"])
            known = f"backend has it since {when}" if when else "backend: not acknowledged yet"
            return f"published {event['seq']}: {event['type']}{_pairs(event, _EVENT_HEAD)} [{known}]"
        case "ask":
            return f"dealer is asked: {_prompt(effect['key'], effect['about'])}"
        case "say":
            return f"dealer says: {ANNOUNCEMENTS.get(effect['words'], effect['words'])}"
        case "answer":
            return "accepted" if effect["accepted"] else f"refused: {effect['why']}"
        case "alarm":
            what = effect["what"]
            words = ALARMS.get(what) or IRREGULARITIES.get(what, (what,))[0]
            return f"alarm ({effect['priority']}): {words} ({what}), {effect['detail']}"
        case kind:
            return f"{kind.replace('_', ' ')}{_pairs(effect, frozenset({'effect', 'token'}))}"


def _card(code: str) -> str:
    """A card as it looks: `Js` is J and a spade."""
    return f"{code[:-1]}{_SUITS[code[-1]]}" if code[-1:] in _SUITS else code


def _ruling(name: str) -> str:
    known = {str(ruling): words for ruling, (words, _) in RULINGS.items()}
    return f"{name} ({known[name]})" if name in known else name


def _prompt(key: str, about: Mapping[str, str]) -> str:
    """What stood on the dealer's screen; its key where this software has no words for it any more."""
    try:
        return word_prompt(key, dict(about))
    except KeyError:
        return f"{key}{_pairs(about, frozenset())}"


def _proof(told: Mapping[str, Any]) -> list[str]:
    proof = told["proof"]
    signature = proof["signature"]
    signed = (
        "not signed: the table has no key, or its shoe had not ended when this was exported"
        if signature is None
        else f"input {signature['covers_up_to_input']}, {signature['utc']}, key {signature['key']}, "
        + ("proved with the table's public key" if signature["proved"] else "not proved here: no public key was given")
    )
    again = "identical, byte for byte" if proof["derived_again_identical"] else "DIFFERENT: other rules or software"
    facts = {
        "Derived again from what was read": again,
        "Hash before the first step": proof["hash_before_first_step"],
        "Hash after the last step": proof["hash_after_last_step"],
        "Head of the journal": f"{proof['head']} ({proof['inputs_in_journal']} inputs)",
        "Signed (Ed25519) up to": signed,
    }
    rows = "".join(f"<dt>{escape(name)}</dt><dd><code>{escape(value)}</code></dd>" for name, value in facts.items())
    hashes = "".join(
        f'<tr><td>{step["input"]}</td><td class="hash">{escape(step["hash"])}</td></tr>' for step in told["steps"]
    )
    table = f"<table><thead><tr><th>No.</th><th>SHA-256 after it</th></tr></thead><tbody>{hashes}</tbody></table>"
    note = (
        "<p>The JSON file beside this page holds the exact bytes of each step. Hash them as described under "
        "&#8220;The chain&#8221; in the journal's documentation, or run <code>studio verify FILE.json</code>.</p>"
    )
    return ["<h2>Proof</h2>", f"<dl>{rows}</dl>", note, table]


def _pairs(fields: Mapping[str, Any], hidden: frozenset[str]) -> str:
    shown = ((name, value) for name, value in fields.items() if name not in hidden and value not in (None, "", [], {}))
    return "".join(f" {name}={_text(value)}" for name, value in shown)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
