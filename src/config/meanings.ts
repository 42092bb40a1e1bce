import type { FileSetting } from './settings.ts'

/** One sentence for each setting of the file: editors show it beside the name. */
export const MEANINGS: Readonly<Record<FileSetting, string>> = {
  baseUrl: 'Address of the service, with /v1. CUADRE_BASE_URL and --base-url win over it.',
  db: 'The database: a SQLite file on a local disk. CUADRE_DB and --db win over it.',
  out: 'Folder of the reports. CUADRE_OUT and --out win over it.',
  merchant: 'Name of the merchant in database and reports. CUADRE_MERCHANT and --merchant win over it.',
  adjustments: 'Whether adjustments are added to the payout or subtracted from it.',
  postpaidFees: 'Whether fees that are billed later reduce the payout.',
  gateway:
    'Which equation a gateway payout must fit: the first that fits of the usual one, collected, zero, and adjustments less fees (candidates); the usual one (same); none (unchecked).',
  chargebacks: 'Whether a charged-back invoice is part of collected.',
  collectedBasis: 'Collected is the sum of what was paid, or of the amounts that were asked for.',
  toleranceCop: 'COP by which payout and collected may be off, per slot.',
  taxOnFeesRate: 'Percent of tax on fees, tried as the cause of a payout that is too small; null is none.',
  finalStatuses: 'Settlement statuses that will not change.',
  cycles: 'Cycles asked for every day.',
  extraCycles: 'Further cycles asked for every day.',
  cycleAliases: 'Other labels of a cycle, used for comparing only: {"11:00": "11"}.',
  timeZone: 'IANA name of the time zone of the cycles’ hours and of the times shown.',
  graceMinutes: 'Minutes after its hour before which a slot is not asked for.',
  overdueHours: 'Hours until a missing or unfinished settlement is overdue.',
  stuckHours: 'Hours until an overdue settlement is an error.',
  lookbackDays: 'Days before today that an ordinary night reads again.',
  sweepDays: 'Days before today that a sweep looks back.',
  pageLimit: 'Invoices asked for per page.',
  concurrency: 'Slots read side by side.',
  absentStatuses:
    'HTTP statuses whose JSON answers mean "no such settlement": from 200 to 299 and from 400 to 599, without 401, 403, 408, 425 and 429. Of a 200 only {"error": "..."} does; a 204 needs no body.',
  absentBodies:
    'Bodies that mean the same under these statuses: empty (or blank), null, {}, html or text (plain). A slot that is incomplete for such an answer names the setting.',
  language: 'Language of pages and of the heads of workbooks; codes and CSV columns stay English.',
  allowPlainHttp:
    'Whether the key may be sent over plain http to another machine, where anybody on the way can read it.',
  allowUnverifiedTls: 'Whether the key may be sent while NODE_TLS_REJECT_UNAUTHORIZED=0 is set, to whoever answers.',
  xlsx: 'Whether a night writes the workbook ledger.xlsx of each day; 100,000 invoices take it about two seconds.',
  csvProfile:
    'Form of CSV files: standard (comma, dot), excel-co (semicolon, decimal comma), excel-us (comma, dot), raw (standard without the guard against formulas).',
  webhookFormat: 'How notifications are signed: over the body, or over an encoded header.',
  webhookPayloadField:
    'Member of a notification that holds its payload, in the format signed-body; null takes data, else payload, else the only member that is an object.',
  pingUrl: 'Address that is called when a run begins and ends, as of healthchecks.io; messages show its host only.',
  notifyUrl: 'Address that is sent JSON when something changes; messages show its host only.',
  notifyCodes: 'Codes that are reported like errors, whatever their severity.',
  quietBusinessDays: 'Business days without an invoice after which "cuadre status" warns.',
  backupsKept: 'How many backups "cuadre db backup" keeps beside the database.',
  runAt:
    'Times at which "cuadre schedule" starts a run, in the five fields of cron and in timeZone; half an hour after each cycle’s grace unless given.',
  sweepAt: 'Times at which "cuadre schedule" starts a sweep; [] is never.',
  backupAt: 'Times at which "cuadre schedule" makes a backup; [] is never.',
  invoiceMinCop:
    'Smallest invoice that "cuadre invoice create" sends, in whole pesos; the operator can arrange another limit.',
  invoiceMaxCop: 'Largest invoice that "cuadre invoice create" sends, in whole pesos.',
}
