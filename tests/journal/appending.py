"""Run as a process: goes on with the journal it is given, and prints each row once committed, until it is killed."""

from __future__ import annotations

import sys
from itertools import count

from studio.journal.replay import open_and_recover

from .dealing import Dealing, card, utc

handler = Dealing()
journal = open_and_recover(sys.argv[1], handler)
for number in count(journal.last_input_seq + 1):
    given = card(number)
    seq = journal.append(given, handler.handle(given))
    print(seq, journal.last_event_seq, flush=True)
    journal.acknowledge(journal.last_event_seq, utc(number))
