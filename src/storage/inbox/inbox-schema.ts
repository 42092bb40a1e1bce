/**
 * The inbox is a separate file, so that a run and the receiver never wait for each other. Its three tables are written
 * by hand: they are read by primary key or a partial index, on the one path that must answer within five seconds.
 * `event_unusable` has the few events among millions that were kept because they name no settlement, for the questions
 * of every job.
 */
export const INBOX_SCHEMA = `
CREATE TABLE receiver (
  merchant TEXT NOT NULL,
  format TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  digest BLOB CHECK (digest IS NULL OR length(digest) = 32),
  PRIMARY KEY (merchant, format)
) STRICT;

CREATE TABLE event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  merchant TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  format TEXT NOT NULL,
  type TEXT NOT NULL,
  sent_at TEXT,
  payload_field TEXT,
  date TEXT,
  cycle TEXT,
  content BLOB NOT NULL CHECK (length(content) = 32),
  headers TEXT NOT NULL,
  body BLOB NOT NULL,
  received_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'kept')),
  run TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  next_try_at INTEGER NOT NULL DEFAULT 0,
  digest BLOB CHECK (digest IS NULL OR length(digest) = 32),
  CHECK ((date IS NULL) = (cycle IS NULL)),
  CHECK ((state = 'kept') = (date IS NULL)),
  CHECK (state <> 'done' OR run IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX event_named ON event (merchant, webhook_id);
CREATE INDEX event_waiting ON event (merchant, id) WHERE state = 'waiting';
CREATE INDEX event_of_slot ON event (merchant, date) WHERE date IS NOT NULL;
CREATE INDEX event_unusable ON event (merchant, id) WHERE state = 'kept' AND (reason IS NOT NULL OR run IS NOT NULL);

CREATE TABLE conflict (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event INTEGER NOT NULL REFERENCES event (id),
  content BLOB NOT NULL CHECK (length(content) = 32),
  headers TEXT NOT NULL,
  body BLOB NOT NULL,
  received_at INTEGER NOT NULL,
  run TEXT,
  digest BLOB CHECK (digest IS NULL OR length(digest) = 32)
) STRICT;
CREATE UNIQUE INDEX conflict_of_event ON conflict (event, content);
CREATE INDEX conflict_untold ON conflict (event) WHERE run IS NULL;

CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
CREATE TRIGGER conflict_stays BEFORE DELETE ON conflict BEGIN SELECT RAISE(ABORT, 'a conflict is never deleted'); END;
CREATE TRIGGER event_keeps BEFORE UPDATE OF merchant, webhook_id, format, type, sent_at, payload_field, date, cycle, content, headers, body, received_at
  ON event BEGIN SELECT RAISE(ABORT, 'what an event said is never changed'); END;
CREATE TRIGGER conflict_keeps BEFORE UPDATE OF event, content, headers, body, received_at
  ON conflict BEGIN SELECT RAISE(ABORT, 'what a conflict said is never changed'); END;
`
