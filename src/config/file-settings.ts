import type { Json } from '../domain/cell.ts'
import { fromCentavos } from '../domain/money.ts'
import { WEBHOOK_FORMATS } from '../domain/notifications/notification.ts'
import { DEFAULT_POLICY } from '../domain/policy.ts'
import type { Code } from '../domain/rules/registry.ts'
import { LANGUAGES } from '../i18n/language.ts'
import {
  absentBodies,
  absentStatuses,
  aliases,
  baseUrl,
  codes,
  cycles,
  matching,
  oneOf,
  payloadField,
  percent,
  plainText,
  type Reader,
  statuses,
  times,
  timeZone,
  tolerance,
  truth,
  watchUrl,
  whole,
  wholePesos,
} from './readers.ts'
import { KEY_SOURCES, MERCHANT_NAME } from './sources/config-file.ts'

interface Setting<Value extends Json> {
  readonly reader: Reader<Value>
  /** The value where nobody gave one. */
  readonly otherwise: Value
  /** One sentence: editors show it beside the name, and the manual in its table. */
  readonly meaning: string
}

const setting = <Value extends Json>(reader: Reader<Value>, otherwise: Value, meaning: string): Setting<Value> => ({
  reader,
  otherwise,
  meaning,
})

/** What is no error, and wants a person all the same. */
const DEFAULT_NOTIFY_CODES: readonly Code[] = ['CHARGEBACK', 'ADJUSTMENT', 'NEGATIVE_PAYOUT', 'SETTLEMENT_OVERDUE']

/** Far beyond any sensible waiting, and far within what a date can hold. */
const LONGEST = 100_000

/** Where things are, and whose they are. */
const PLACES = {
  baseUrl: setting<string | null>(
    baseUrl,
    null,
    'Address of the service, with /v1. CUADRE_BASE_URL and --base-url win over it.',
  ),
  db: setting(
    plainText('a path'),
    './data/cuadre.db',
    'The database: a SQLite file on a local disk. CUADRE_DB and --db win over it.',
  ),
  out: setting(plainText('a path'), './out', 'Folder of the reports. CUADRE_OUT and --out win over it.'),
  merchant: setting(
    matching(MERCHANT_NAME, '1 to 32 letters, digits, "_" or "-"'),
    'default',
    'Name of the merchant in database and reports. CUADRE_MERCHANT and --merchant win over it.',
  ),
}

/** Those that may also stand under `policy`, in the file and in each merchant of it. */
const POLICY = {
  adjustments: setting(
    oneOf('add', 'subtract'),
    DEFAULT_POLICY.adjustments,
    'Whether adjustments are added to the payout or subtracted from it.',
  ),
  postpaidFees: setting(
    oneOf('not-deducted', 'deducted'),
    DEFAULT_POLICY.postpaidFees,
    'Whether fees that are billed later reduce the payout.',
  ),
  gateway: setting(
    oneOf('candidates', 'same', 'unchecked'),
    DEFAULT_POLICY.gateway,
    'Which equation a gateway payout must fit: the first that fits of the usual one, collected, zero, and adjustments less fees (candidates); the usual one (same); none (unchecked).',
  ),
  chargebacks: setting(
    oneOf('counted', 'excluded'),
    DEFAULT_POLICY.chargebacks,
    'Whether a charged-back invoice is part of collected.',
  ),
  collectedBasis: setting(
    oneOf('paid', 'amount'),
    DEFAULT_POLICY.collectedBasis,
    'Collected is the sum of what was paid, or of the amounts that were asked for.',
  ),
  toleranceCop: setting(tolerance, DEFAULT_POLICY.tolerance, 'COP by which payout and collected may be off, per slot.'),
  taxOnFeesRate: setting(
    percent,
    DEFAULT_POLICY.taxOnFeesRate,
    'Percent of tax on fees, tried as the cause of a payout that is too small; null is none.',
  ),
  finalStatuses: setting(statuses, DEFAULT_POLICY.finalStatuses, 'Settlement statuses that will not change.'),
  cycles: setting(cycles(1), DEFAULT_POLICY.cycles, 'Cycles asked for every day.'),
  extraCycles: setting(cycles(0), DEFAULT_POLICY.extraCycles, 'Further cycles asked for every day.'),
  cycleAliases: setting(
    aliases,
    DEFAULT_POLICY.cycleAliases,
    'Other labels of a cycle, used for comparing only: {"11:00": "11"}.',
  ),
  timeZone: setting(
    timeZone,
    DEFAULT_POLICY.timeZone,
    'IANA name of the time zone of the cycles’ hours and of the times shown.',
  ),
  graceMinutes: setting(
    whole(0, LONGEST),
    DEFAULT_POLICY.graceMinutes,
    'Minutes after its hour before which a slot is not asked for.',
  ),
  overdueHours: setting(
    whole(0, LONGEST),
    DEFAULT_POLICY.overdueHours,
    'Hours until a missing or unfinished settlement is overdue.',
  ),
  stuckHours: setting(whole(0, LONGEST), DEFAULT_POLICY.stuckHours, 'Hours until an overdue settlement is an error.'),
  lookbackDays: setting(whole(0, 3660), 7, 'Days before today that an ordinary night reads again.'),
  sweepDays: setting(whole(0, 3660), 180, 'Days before today that a sweep looks back.'),
  pageLimit: setting(whole(1, 100), 100, 'Invoices asked for per page.'),
  concurrency: setting(whole(1, 64), 4, 'Slots read side by side.'),
  absentStatuses: setting(
    absentStatuses,
    [404],
    'HTTP statuses whose JSON answers mean "no such settlement": from 200 to 299 and from 400 to 599, without 401, 403, 408, 425 and 429. Of a 200 only {"error": "..."} does; a 204 needs no body.',
  ),
  absentBodies: setting(
    absentBodies,
    [],
    'Bodies that mean the same under these statuses: empty (or blank), null, {}, html or text (plain). A slot that is incomplete for such an answer names the setting.',
  ),
  csvProfile: setting(
    oneOf('standard', 'excel-co', 'excel-us', 'raw'),
    'standard',
    'Form of CSV files: standard (comma, dot), excel-co (semicolon, decimal comma), excel-us (comma, dot), raw (standard without the guard against formulas).',
  ),
  language: setting(
    oneOf(...LANGUAGES),
    'en',
    'Language of pages and of the heads of workbooks; codes and CSV columns stay English.',
  ),
  xlsx: setting(
    truth,
    true,
    'Whether a night writes the workbook ledger.xlsx of each day; 100,000 invoices take it about two seconds.',
  ),
  allowPlainHttp: setting(
    truth,
    false,
    'Whether the key may be sent over plain http to another machine, where anybody on the way can read it.',
  ),
  allowUnverifiedTls: setting(
    truth,
    false,
    'Whether the key may be sent while NODE_TLS_REJECT_UNAUTHORIZED=0 is set, to whoever answers.',
  ),
  webhookFormat: setting(
    oneOf(...WEBHOOK_FORMATS),
    'signed-body',
    'How notifications are signed: over the body, or over an encoded header.',
  ),
  webhookPayloadField: setting<string | null>(
    payloadField,
    null,
    'Member of a notification that holds its payload, in the format signed-body; null takes data, else payload, else the only member that is an object.',
  ),
  backupsKept: setting(whole(1, 10_000), 7, 'How many backups "cuadre db backup" keeps beside the database.'),
  runAt: setting<readonly string[] | null>(
    times,
    null,
    'Times at which "cuadre schedule" starts a run, in the five fields of cron and in timeZone; half an hour after each cycle’s grace unless given.',
  ),
  sweepAt: setting(times, ['15 3 * * *'], 'Times at which "cuadre schedule" starts a sweep; [] is never.'),
  backupAt: setting(times, ['45 3 * * *'], 'Times at which "cuadre schedule" makes a backup; [] is never.'),
  pingUrl: setting<string | null>(
    watchUrl,
    null,
    'Address that is called when a run begins and ends, as of healthchecks.io; messages show its host only.',
  ),
  notifyUrl: setting<string | null>(
    watchUrl,
    null,
    'Address that is sent JSON when something changes; messages show its host only.',
  ),
  notifyCodes: setting(codes, DEFAULT_NOTIFY_CODES, 'Codes that are reported like errors, whatever their severity.'),
  quietBusinessDays: setting(whole(1, 100), 3, 'Business days without an invoice after which "cuadre status" warns.'),
  invoiceMinCop: setting(
    wholePesos,
    fromCentavos(300_000),
    'Smallest invoice that "cuadre invoice create" sends, in whole pesos; the operator can arrange another limit.',
  ),
  invoiceMaxCop: setting(
    wholePesos,
    fromCentavos(55_000_000_000),
    'Largest invoice that "cuadre invoice create" sends, in whole pesos.',
  ),
}

const ALL = { ...PLACES, ...POLICY }

export type FileSetting = keyof typeof ALL

type ValueOf<Definition> = Definition extends Setting<infer Value> ? Value : never
export type FileValues = { readonly [Name in FileSetting]: ValueOf<(typeof ALL)[Name]> }

/** Every setting of the file, once: the settings, the schema of the file and the manual are made from it. */
export const FILE_SETTINGS: { readonly [Name in FileSetting]: Setting<FileValues[Name]> } = ALL

/** The names of all of them; one of several merchants has a base URL, a folder, keys and a policy of its own, and shares the books. */
export const NAMES = {
  all: [...Object.keys(ALL), 'envFile', ...KEY_SOURCES],
  policy: Object.keys(POLICY),
  merchant: ['baseUrl', 'out', ...Object.keys(POLICY), ...KEY_SOURCES],
} as const
