import { CLAIMS_LIST, type ClaimsReport, type LetterOfClaims, lettersOf } from '../../reports/documents/claims.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import type { Payer } from '../core/findings/act.ts'
import { type Centavos, sumOf } from '../core/money.ts'
import { daysFrom } from '../core/slot.ts'
import { slotInTable } from '../print/in-table.ts'
import { inEach } from '../print/names.ts'
import { column, type Note, note, type Report, type ReportTable, table } from '../print/report.ts'
import type { Claim, ClaimState } from '../rules/account/claims.ts'
import { reminderOf } from '../rules/account/month-end.ts'
import { type Both, inBoth } from '../std/both.ts'
import { dayIn } from '../words/dates.ts'
import { moneyIn } from '../words/money.ts'
import { asOfNotes, question } from './question.ts'

/** What was asked of the operator, and what became of it. */
export const CLAIMS = question({
  name: 'claims list',
  group: 'discrepancies',
  describe: {
    en: 'What was claimed from the operator: by letter, with what was paid of it, what is left and for how long',
    es: 'Lo reclamado al operador: por carta, con lo que se pagó, lo que falta y desde cuándo',
  },
  examples: [
    ['cuadre claims list', { en: 'all letters', es: 'todas las cartas' }],
    ['cuadre claims list --format csv --table claims', { en: 'a row a claim', es: 'una fila por reclamación' }],
  ],
  operands: {},
  options: {},
  isOfPast: true,
  read: async (context) => (await import('../../jobs/claims/claims.ts')).readClaims(context),
  shape: CLAIMS_LIST,
  report: (facts, { zone }) => claimsReport(facts, zone),
})

/** By letter, each claim, and the reminders that are due. */
export const claimsReport = (facts: ClaimsReport, zone: Zone): Report => ({
  merchant: facts.merchant,
  title: { en: 'Claims', es: 'Reclamaciones' },
  sections: [
    note(conclusion(facts), { isStrong: true }),
    ...asOfNotes(facts.asOf, zone),
    ...(facts.claims.length === 0 ? [] : [letterTable(facts, zone), claimTable(facts)]),
    ...pastNotes(facts),
  ],
})

const conclusion = (facts: ClaimsReport): Both<string> =>
  inEach((language) => {
    const total = totalOf(lettersOf(facts))
    if (total.number === 0) return { en: 'Nothing was claimed yet.', es: 'Aún no se ha reclamado nada.' }[language]
    const [asked, recovered, left] = [total.asked, total.recovered, total.left].map((sum) => moneyIn(sum, language))
    return {
      en: `${asked} claimed: ${recovered} recovered, ${left} left.`,
      es: `Se reclamaron ${asked}: se recuperaron ${recovered} y faltan ${left}.`,
    }[language]
  })

/** The reminder that each letter past its day deserves. */
const pastNotes = (facts: ClaimsReport): readonly Note[] =>
  lettersOf(facts)
    .filter(({ letter, isPastDay }) => letter !== null && isPastDay)
    .map(({ letter, dueOn, left }) =>
      note(
        inEach((language) => {
          const [day, sum] = [dayIn(dueOn ?? '', language), moneyIn(left, language)]
          return {
            en: `Letter ${letter} is past its day, ${day}, with ${sum} left. Remind of it:`,
            es: `La carta ${letter} pasó su fecha, ${day}, y faltan ${sum}. Recuérdela:`,
          }[language]
        }),
        { command: reminderOf(letter ?? 0, facts.today) },
      ),
    )

const SUMS = ['asked', 'recovered', 'accepted', 'changed', 'left'] as const
type Sums = Readonly<Record<(typeof SUMS)[number], Centavos>>

const totalOf = (letters: readonly LetterOfClaims[]): LetterOfClaims => ({
  ...{ letter: null, at: 0, ticket: null, dueOn: null, isPastDay: false },
  number: letters.reduce((number, letter) => number + letter.number, 0),
  ...(Object.fromEntries(SUMS.map((name) => [name, sumOf(letters.map((letter) => letter[name]))])) as Sums),
})

/** Who sums up a CSV file must not meet a sum in it. */
const TOTAL = { isTotal: true, only: ['text', 'html', 'xlsx'], label: { en: 'all', es: 'todas' } } as const

const WITHOUT: Both<string> = { en: 'without', es: 'sin carta' }

const SUM_HEADS = {
  asked: { en: 'claimed', es: 'reclamado' },
  recovered: { en: 'recovered', es: 'recuperado' },
  accepted: { en: 'given up', es: 'aceptado' },
  changed: { en: 'no longer asked', es: 'ya no se pide' },
  left: { en: 'left', es: 'falta' },
} as const satisfies Readonly<Record<string, Both<string>>>

const sumColumns = <Row extends Sums>() =>
  SUMS.map((name) => ({
    ...{ name, kind: 'money' as const, head: SUM_HEADS[name] },
    of: (row: Row) => row[name],
  }))

const letterTable = (facts: ClaimsReport, zone: Zone): ReportTable => {
  const letters = lettersOf(facts)
  const total = totalOf(letters)
  return table<(typeof letters)[number] | typeof total>({
    name: 'letters',
    title: { en: 'By letter', es: 'Por carta' },
    rows: [...letters, total],
    line: (row) => (row === total ? TOTAL : row.letter === null ? { label: WITHOUT } : { isOff: row.isPastDay }),
    columns: [
      { name: 'letter', kind: 'id', head: { en: 'letter', es: 'carta' }, of: ({ letter }) => letter },
      column('date', 'date', { en: 'date', es: 'fecha' }, (row) => (row === total ? null : zone.dateAt(row.at))),
      { name: 'ticket', kind: 'text', head: { en: 'ticket', es: 'radicado' }, of: ({ ticket }) => ticket, spare: 2 },
      { name: 'due_on', kind: 'date', head: { en: 'promised or due', es: 'para el' }, of: ({ dueOn }) => dueOn },
      column(
        'days',
        'count',
        { en: 'days', es: 'días' },
        (row) => (row === total || row.left === 0n ? null : daysFrom(zone.dateAt(row.at), facts.today)),
        { isSummed: false },
      ),
      ...sumColumns<LetterOfClaims>(),
    ],
  })
}

const STATES: Readonly<Record<ClaimState, Both<string>>> = {
  claimed: { en: 'claimed', es: 'reclamado' },
  open: { en: 'open again', es: 'abierto de nuevo' },
  paid: { en: 'paid', es: 'pagado' },
  accepted: { en: 'given up', es: 'aceptado' },
  changed: { en: 'no longer asked', es: 'ya no se pide' },
}

/** What paid a claim: the adjustments of a settlement, or an entry of the bank. */
const payerText = (by: Payer): Both<string> =>
  inEach((language) => (by.kind === 'entry' ? by.entry.slice(0, 12) : slotInTable(by.slot, language)))

const ON_SCREEN: readonly string[] = ['asked', 'left']
const NOT_ON_SCREEN = ['csv', 'html', 'xlsx'] as const

const claimTable = ({ claims }: ClaimsReport): ReportTable =>
  table<ClaimsReport['claims'][number]>({
    name: 'claims',
    title: { en: 'Each claim', es: 'Cada reclamación' },
    rows: claims,
    columns: [
      { name: 'letter', kind: 'id', head: { en: 'letter', es: 'carta' }, of: ({ letter }: Claim) => letter },
      { name: 'date', kind: 'date', head: { en: 'date', es: 'fecha' }, of: ({ slot }) => slot.date },
      { name: 'cycle', kind: 'text', head: { en: 'cycle', es: 'ciclo' }, of: ({ slot }) => slot.cycle },
      { name: 'case', kind: 'text', head: inBoth('id'), of: (claim) => claim.case },
      column('state', 'word', { en: 'state', es: 'estado' }, ({ state }) => state, { words: STATES }),
      ...sumColumns<Claim>().map((one) => (ON_SCREEN.includes(one.name) ? one : { ...one, only: NOT_ON_SCREEN })),
      column('paid_by', 'text', { en: 'paid by', es: 'pagado con' }, ({ recoveries }) =>
        inEach((language) => recoveries.map(({ by }) => payerText(by)[language]).join(', ')),
      ),
      column('paid_on', 'date', { en: 'paid on', es: 'pagado el' }, ({ recoveries }) => recoveries.at(-1)?.on ?? null, {
        only: NOT_ON_SCREEN,
      }),
      { name: 'who', kind: 'text', only: NOT_ON_SCREEN, head: { en: 'who', es: 'quién' }, of: ({ by }) => by },
    ],
  })
