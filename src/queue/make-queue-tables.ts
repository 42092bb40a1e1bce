import type { Connection } from './postgres.ts'

/**
 * Our tables, in addition to those of pg-boss. `night` has a row for each merchant and night, which remains when
 * pg-boss drops the attempts. `merchant` records who may write to a merchant's database: the holder of the newest
 * `token`, until `until`. A token is never reused. `generation` has the databases that were stored; none of them ever
 * changes.
 */
const TABLES = `
CREATE TABLE IF NOT EXISTS cuadre.merchant (
  merchant text PRIMARY KEY,
  token bigint NOT NULL DEFAULT 0,
  worker text,
  until timestamptz NOT NULL DEFAULT '-infinity',
  generation integer NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS cuadre.night (
  night text NOT NULL,
  merchant text NOT NULL,
  request jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'person')),
  attempt uuid NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  lost integer NOT NULL DEFAULT 0,
  exit_status integer,
  line jsonb,
  worker text,
  queued_at timestamptz NOT NULL DEFAULT now(),
  began_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (night, merchant)
);
CREATE INDEX IF NOT EXISTS night_open ON cuadre.night (state) WHERE state IN ('waiting', 'running');
CREATE TABLE IF NOT EXISTS cuadre.generation (
  merchant text NOT NULL REFERENCES cuadre.merchant,
  number integer NOT NULL,
  object text NOT NULL,
  sha256 text NOT NULL,
  token bigint NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant, number)
);`

/** The number of an advisory lock, so that two processes do not make the tables at once. Its value has no meaning. */
const MAKING = 4_213_500_216

/** Locks only to make them, and in one message: a machine that vanishes cannot keep the lock that everybody waits for. */
export const makeQueueTables = async ({ rows }: Connection): Promise<void> => {
  const [made] = await rows("SELECT to_regclass('cuadre.generation') AS name")
  if (made?.name != null) return
  await rows(`SELECT pg_advisory_xact_lock(${MAKING}); CREATE SCHEMA IF NOT EXISTS cuadre; ${TABLES}`)
}
