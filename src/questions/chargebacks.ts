import { CHARGEBACKS_LIST, type ChargebacksReport, possibleSets } from '../../reports/documents/chargebacks.ts'
import { type Centavos, sumOf, ZERO } from '../core/money.ts'
import type { Slot } from '../core/slot.ts'
import { slotInTable } from '../print/in-table.ts'
import { inEach } from '../print/names.ts'
import { column, note, type Report, type ReportTable, table } from '../print/report.ts'
import { type Adjustment, explainedIn, notExplained } from '../rules/assessment/chargeback-account.ts'
import { type Both, inBoth } from '../std/both.ts'
import { question } from './question.ts'

/** Which adjustments debited which chargebacks, what is left of both, and the ties of people. */
export const CHARGEBACKS = question({
  name: 'chargebacks list',
  group: 'month-end',
  describe: {
    en: 'Which adjustments debited which chargebacks, and what is left of both',
    es: 'Qué ajustes debitaron qué contracargos, y lo que queda de ambos',
  },
  examples: [['cuadre chargebacks list', { en: 'all of them', es: 'todos' }]],
  operands: {},
  options: {},
  isOfPast: true,
  read: async (context) => (await import('../../jobs/chargebacks.ts')).readChargebacks(context),
  shape: CHARGEBACKS_LIST,
  report: (facts) => chargebacksReport(facts),
})

/** Both lists with their totals, and the ties in force. */
export const chargebacksReport = ({ merchant, account, ties }: ChargebacksReport): Report => {
  const isEmpty = account.chargebacks.length + account.adjustments.length === 0
  const none = { en: 'No chargebacks and no adjustments.', es: 'No hay contracargos ni ajustes.' }
  return {
    merchant,
    title: { en: 'Chargebacks', es: 'Contracargos' },
    sections: [
      ...(isEmpty ? [note(none)] : [chargebackTable(account), adjustmentTable(account.adjustments)]),
      ...ties
        .filter(({ undone }) => undone === null)
        .map(({ number, by, reason, invoiceIds, adjustments }) =>
          note(
            inEach((language) => {
              const slots = adjustments.map((slot) => slotInTable(slot, language)).join(', ')
              return `${{ en: 'tie', es: 'cruce' }[language]} ${number} (${by}: ${reason}): ${slots} = ${invoiceIds.join(', ')}`
            }),
          ),
        ),
    ],
  }
}

interface ChargebackRow {
  /** Null in the row of totals. */
  readonly slot: Slot | null
  readonly invoiceId: string | null
  readonly debitedBy: Slot | null
  readonly givenBackBy: Slot | null
  readonly isOneOfEqual: boolean
  readonly paid: Centavos
  readonly debited: Centavos | null
  readonly notDebited: Centavos | null
}

/** Who sums up a CSV file must not meet a sum in it. */
const TOTAL = { isTotal: true, only: ['text', 'html', 'xlsx'] } as const

const slotText = (slot: Slot | null): string | null => (slot === null ? null : `${slot.date} ${slot.cycle}`)

const CHARGEBACK_COLUMNS: Parameters<typeof table<ChargebackRow>>[0]['columns'] = [
  { name: 'date', kind: 'date', head: { en: 'date', es: 'fecha' }, of: ({ slot }) => slot?.date ?? null },
  { name: 'cycle', kind: 'text', head: { en: 'cycle', es: 'ciclo' }, of: ({ slot }) => slot?.cycle ?? null },
  column('invoice_id', 'text', { en: 'chargeback', es: 'contracargo' }, ({ invoiceId }) => invoiceId),
  column('debited_by', 'days', { en: 'debited by', es: 'debitado por' }, ({ debitedBy }) => slotText(debitedBy)),
  column('given_back_by', 'days', { en: 'given back by', es: 'devuelto por' }, ({ givenBackBy }) =>
    slotText(givenBackBy),
  ),
  column('one_of_equal', 'word', { en: 'one of equal', es: 'entre iguales' }, ({ isOneOfEqual }) => isOneOfEqual, {
    words: { true: { en: 'yes', es: 'sí' }, false: { en: '', es: '' } },
  }),
  { name: 'paid', kind: 'money', head: { en: 'COP', es: 'COP' }, of: ({ paid }) => paid },
  column('debited', 'money', { en: 'debited', es: 'debitado' }, ({ debited: sumOfIt }) => sumOfIt, {
    spare: 1,
    isSummed: false,
  }),
  column('not_debited', 'money', { en: 'not debited', es: 'sin debitar' }, ({ notDebited }) => notDebited, {
    isSummed: false,
  }),
]

const chargebackTable = (account: ChargebacksReport['account']): ReportTable => {
  const debited = new Map(account.debited.map((one) => [one.invoiceId, one]))
  const equal = new Set(account.toDebit.flatMap(({ amongEqual }) => amongEqual.map(({ invoiceId }) => invoiceId)))
  const rows = account.chargebacks.map(({ slot, invoiceId, paid }): ChargebackRow => {
    const { debitedBy = null, givenBackBy = null } = debited.get(invoiceId) ?? {}
    return {
      ...{ slot, invoiceId, debitedBy, givenBackBy, paid, isOneOfEqual: equal.has(invoiceId) },
      debited: debitedBy === null ? null : paid,
      notDebited: debitedBy === null ? paid : null,
    }
  })
  const sum = (all: readonly { readonly paid: Centavos }[]): Centavos => sumOf(all.map(({ paid }) => paid))
  const total: ChargebackRow = {
    ...{ slot: null, invoiceId: null, debitedBy: null, givenBackBy: null, isOneOfEqual: false },
    ...{ paid: sum(account.chargebacks), debited: sum(account.debited), notDebited: sum(account.notDebited) },
  }
  return table({
    name: 'chargebacks',
    title: { en: 'Chargebacks', es: 'Contracargos' },
    rows: rows.length === 0 ? [] : [...rows, total],
    line: ({ slot }) => (slot === null ? TOTAL : {}),
    columns: CHARGEBACK_COLUMNS,
  })
}

/** Null where nothing does. */
const explainedBy = ({ explanation, recovered }: Adjustment): Both<string> | null => {
  if (recovered > ZERO) return { en: 'a claim it paid', es: 'una reclamación que pagó' }
  const sets = possibleSets(explanation).map((set) => set.map(({ invoiceId }) => invoiceId).join(' + '))
  return sets.length === 0 ? null : inBoth(sets.join(' | '))
}

const adjustmentTable = (adjustments: readonly Adjustment[]): ReportTable => {
  const sums = (all: readonly Adjustment[]) => {
    const sum = (of: (one: Adjustment) => Centavos): Centavos => sumOf(all.map(of))
    return { effect: sum(({ effect }) => effect), explained: sum(explainedIn), notExplained: sum(notExplained) }
  }
  const rows = adjustments.map((one) => ({
    slot: one.slot as Slot | null,
    explainedBy: explainedBy(one),
    ...sums([one]),
  }))
  return table<(typeof rows)[number]>({
    name: 'adjustments',
    title: { en: 'Adjustments', es: 'Ajustes' },
    rows: rows.length === 0 ? [] : [...rows, { slot: null, explainedBy: null, ...sums(adjustments) }],
    line: ({ slot }) => (slot === null ? TOTAL : {}),
    columns: [
      { name: 'date', kind: 'date', head: { en: 'date', es: 'fecha' }, of: ({ slot }) => slot?.date ?? null },
      { name: 'cycle', kind: 'text', head: { en: 'cycle', es: 'ciclo' }, of: ({ slot }) => slot?.cycle ?? null },
      column(
        'explained_by',
        'text',
        { en: 'explained by (one of)', es: 'explicado por (uno de)' },
        (one) => one.explainedBy,
      ),
      { name: 'effect', kind: 'change', head: { en: 'adjustments', es: 'ajustes' }, of: ({ effect }) => effect },
      column('explained', 'change', { en: 'explained', es: 'explicado' }, ({ explained }) => explained, {
        isSummed: false,
      }),
      column(
        'not_explained',
        'change',
        { en: 'not explained', es: 'sin explicar' },
        ({ notExplained }) => notExplained,
        { isSummed: false },
      ),
    ],
  })
}
