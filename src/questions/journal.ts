import { hasFailed, isOff, JOURNAL, type JournalReport } from '../../reports/documents/journal.ts'
import type { Days } from '../core/calendar/calendar.ts'
import { minus } from '../core/money.ts'
import { date, month } from '../input/dates.ts'
import { once } from '../input/options.ts'
import { optional } from '../input/readers.ts'
import { KINDS, ROLE_NAMES } from '../journal/words.ts'
import { inEach } from '../print/names.ts'
import { column, type Note, note, type Report, table } from '../print/report.ts'
import type { Both } from '../std/both.ts'
import { dayIn } from '../words/dates.ts'
import { numberIn } from '../words/money.ts'
import { question } from './question.ts'

/** Which accounts are missing, and whether the journal says what the operator's own figures say. */
export const JOURNAL_CHECK = question({
  name: 'journal check',
  group: 'month-end',
  describe: {
    en: 'Which accounts of the journal are missing, and its proofs',
    es: 'Qué cuentas faltan para los comprobantes, y sus pruebas',
  },
  manual: 'Ends with 3 where an account is missing or a proof does not hold. See [Proofs](journal.md#proofs).',
  examples: [
    ['cuadre journal check', { en: 'the month of the newest settlement', es: 'el mes de la liquidación más reciente' }],
    ['cuadre journal check --month 2026-02', { en: 'by the end of February', es: 'al cierre de febrero' }],
  ],
  operands: {},
  options: {
    month: once({ en: 'A month, YYYY-MM', es: 'Un mes, AAAA-MM' }, optional<Days>(month)),
    from: once({ en: 'The first day of the entries', es: 'El primer día de los asientos' }, optional(date)),
    to: once({ en: 'The last day of the entries', es: 'El último día de los asientos' }, optional(date)),
  },
  isOfPast: true,
  isOff,
  read: async (context, asked): Promise<JournalReport> => {
    const [{ readJournal }, { monthOrDaysIn }] = await Promise.all([
      import('../../jobs/journal.ts'),
      import('../input/dates.ts'),
    ])
    const days = monthOrDaysIn(asked)
    const request = { days, by: 'settlement', detail: 'invoice', format: 'csv', template: null } as const
    return readJournal(context, { ...request, asOf: context.asOf, isWritten: false })
  },
  shape: JOURNAL,
  report: (report) => journalReport(report),
})

/** The journal for a screen or a page: its entries by kind, accounts and proofs. */
export const journalReport = (report: JournalReport): Report => ({
  merchant: report.merchant,
  title: inEach((language) => {
    const [from, to] = [dayIn(report.days.from, language), dayIn(report.days.to, language)]
    return { en: `Journal from ${from} to ${to}`, es: `Comprobantes del ${from} al ${to}` }[language]
  }),
  sections: [
    note(conclusion(report), { isStrong: true, tone: isOff(report) ? 'bad' : 'good' }),
    kindsTable(report),
    rolesTable(report),
    proofsTable(report),
    ...missingNotes(report),
    note(standing(report)),
  ],
  files: report.files,
})

const conclusion = (report: JournalReport): Both<string> => {
  const failed = report.proofs.filter(hasFailed).length
  if (report.missing.length > 0)
    return {
      en: `${report.missing.length === 1 ? 'One account is' : `${report.missing.length} accounts are`} missing.`,
      es: report.missing.length === 1 ? 'Falta una cuenta.' : `Faltan ${report.missing.length} cuentas.`,
    }
  return failed === 0
    ? {
        en: `The proofs hold as of ${report.provedOn}.`,
        es: `Las pruebas se cumplen al ${dayIn(report.provedOn, 'es')}.`,
      }
    : {
        en: `${failed} ${failed === 1 ? 'proof does' : 'proofs do'} not hold.`,
        es: `${failed} ${failed === 1 ? 'prueba no se cumple' : 'pruebas no se cumplen'}.`,
      }
}

/** Which of the entries are a draft. */
const standing = ({ days, frozen, open, openFrom }: JournalReport): Both<string> =>
  inEach((language) => {
    const [from, to] = [dayIn(days.from, language), dayIn(days.to, language)]
    const [of, draft] = [numberIn(frozen, language), numberIn(open, language)]
    const day = openFrom === null ? null : dayIn(openFrom, language)
    return {
      en: `Entries from ${from} to ${to}: ${of} frozen, ${draft} a draft; ${day === null ? 'no day is closed' : `days from ${day} on are open`}.`,
      es: `Asientos del ${from} al ${to}: ${of} en firme, ${draft} en borrador; ${day === null ? 'ningún día está cerrado' : `están abiertos los días desde el ${day}`}.`,
    }[language]
  })

const kindsTable = ({ kinds }: JournalReport) =>
  table({
    name: 'kinds',
    title: { en: 'Entries', es: 'Asientos' },
    rows: kinds,
    columns: [
      { name: 'kind', kind: 'word', head: { en: 'kind', es: 'clase' }, words: KINDS, of: ({ kind }) => kind },
      { name: 'entries', kind: 'count', head: { en: 'entries', es: 'asientos' }, of: ({ entries }) => entries },
      { name: 'debit', kind: 'money', head: { en: 'debit', es: 'débito' }, of: ({ debit }) => debit },
    ],
  })

const rolesTable = ({ roles }: JournalReport) =>
  table<JournalReport['roles'][number]>({
    name: 'accounts',
    title: { en: 'Accounts', es: 'Cuentas' },
    rows: roles,
    columns: [
      { name: 'role', kind: 'word', head: { en: 'account', es: 'cuenta' }, words: ROLE_NAMES, of: ({ role }) => role },
      { name: 'account', kind: 'text', head: { en: 'code', es: 'código' }, of: ({ account }) => account, spare: 2 },
      column('opening', 'money', { en: 'opening', es: 'saldo inicial' }, (one) => one.opening, {
        spare: 1,
        isSummed: false,
      }),
      { name: 'debit', kind: 'money', head: { en: 'debit', es: 'débito' }, of: ({ debit }) => debit },
      { name: 'credit', kind: 'money', head: { en: 'credit', es: 'crédito' }, of: ({ credit }) => credit },
      { name: 'closing', kind: 'money', head: { en: 'closing', es: 'saldo final' }, of: ({ closing }) => closing },
    ],
  })

const PROOFS: Readonly<Record<string, Both<string>>> = {
  operator: { en: 'operator = in transit', es: 'operador = en tránsito' },
  transit: { en: 'transit = paid out, not arrived', es: 'remesas = abonado sin llegar' },
  suspense: { en: 'suspense = open differences', es: 'por aclarar = diferencias abiertas' },
  debits: { en: 'debits = credits', es: 'débitos = créditos' },
}

const proofsTable = ({ proofs }: JournalReport) =>
  table({
    name: 'proofs',
    title: { en: 'Proofs', es: 'Pruebas' },
    rows: proofs,
    line: (proof) => ({ isOff: hasFailed(proof) }),
    columns: [
      { name: 'proof', kind: 'word', head: { en: 'proof', es: 'prueba' }, words: PROOFS, of: (one) => one.of },
      { name: 'expected', kind: 'money', head: { en: 'should be', es: 'debe ser' }, of: (one) => one.expected },
      { name: 'booked', kind: 'money', head: { en: 'is', es: 'es' }, of: ({ booked }) => booked },
      {
        ...{ name: 'difference', kind: 'change', head: { en: 'difference', es: 'diferencia' } },
        of: ({ booked, expected }) => minus(booked, expected),
      },
    ],
  })

const missingNotes = ({ missing }: JournalReport): readonly Note[] =>
  missing.map(({ role, lines }) =>
    note({
      en: `journal.accounts.${role} is not set: ${lines} ${lines === 1 ? 'line asks' : 'lines ask'} for it.`,
      es: `Falta journal.accounts.${role}: la ${lines === 1 ? 'pide 1 renglón' : `piden ${lines} renglones`}.`,
    }),
  )
