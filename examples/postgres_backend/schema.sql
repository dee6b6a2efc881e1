-- What a backend keeps of the tables it follows. The unique key on id is what makes each event count once.
CREATE TABLE IF NOT EXISTS studio_event (
    id          text        PRIMARY KEY,          -- table:epoch:seq, never another for the same event
    table_name  text        NOT NULL,
    epoch       text        NOT NULL,
    seq         bigint      NOT NULL CHECK (seq > 0),
    type        text        NOT NULL,
    round       text,
    body        bytea       NOT NULL,             -- byte for byte as the table stored it
    received    timestamptz NOT NULL DEFAULT now(),
    UNIQUE (table_name, epoch, seq)
);

-- One row a round that is settled; what a correction undoes is read from here.
CREATE TABLE IF NOT EXISTS studio_settlement (
    round       text        PRIMARY KEY,
    event_id    text        NOT NULL UNIQUE REFERENCES studio_event (id),
    outcome     text        NOT NULL              -- 'void' where every stake went back
);
