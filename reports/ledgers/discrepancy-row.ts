import type { Cell, Row } from '../../src/core/cell.ts'
import { byCodeAndSubject, type Cause, type Discrepancy, differenceOf } from '../../src/core/findings/discrepancy.ts'
import { compareSlots } from '../../src/core/slot.ts'
import { column } from '../../src/print/report.ts'
import { groupCases } from '../../src/rules/assessment/case.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { CELL_WORDS } from '../../src/words/cell-words.ts'
import type { Language } from '../../src/words/language.ts'
import { messageIn } from '../../src/words/sentences.ts'
import { type LedgerContext, ledger, settlementColumns } from './ledger.ts'

const SEVERITY_TONES = { error: 'bad', warning: 'warning' } as const
const STATE_TONES = { resolved: 'good', accepted: 'good', paid: 'good', claimed: 'warning' } as const

/**
 * Context of the rows of discrepancies. Sentences are in the language of the settings; everything else is as in JSON.
 */
export interface DiscrepancyContext extends LedgerContext {
  readonly language: Language
}

/** The codes of the causes as one cell, sorted. */
export const codesOf = (causes: readonly Cause[]): Cell =>
  causes
    .map(({ code }) => code)
    .toSorted()
    .join(' ') || null

export const DISCREPANCY_LEDGER = ledger<Discrepancy, DiscrepancyContext>('discrepancies.csv', [
  column('id', 'text', { en: 'Id', es: 'Id' }, ({ id }) => id, {
    width: 18,
    meaning: 'the same for as long as it lasts; `discrepancies show` takes it',
  }),
  column('case', 'text', { en: 'Case', es: 'Caso' }, (discrepancy) => discrepancy.case, {
    width: 18,
    meaning: 'the findings that one event made have one; the id of its gravest finding when it was first shown',
  }),
  ...settlementColumns<Discrepancy, DiscrepancyContext>(({ slot }) => slot),
  column('code', 'text', { en: 'Code', es: 'Código' }, ({ code }) => code, {
    width: 25,
    meaning: 'the check that found it',
  }),
  column('severity', 'text', { en: 'Severity', es: 'Gravedad' }, ({ severity }) => severity, {
    width: 11,
    words: CELL_WORDS.severity,
    meaning: 'error, warning or info',
    tones: SEVERITY_TONES,
  }),
  column('state', 'text', { en: 'State', es: 'Situación' }, ({ state }) => state, {
    width: 11,
    words: CELL_WORDS.state,
    meaning: 'new, open, accepted, claimed or resolved',
    tones: STATE_TONES,
  }),
  column('subject', 'text', { en: 'Subject', es: 'Asunto' }, ({ subject }) => subject, {
    width: 30,
    meaning: 'what it is about: the settlement, an invoice, a payment',
  }),
  column('unit', 'text', { en: 'Unit', es: 'Unidad' }, ({ figures }) => figures.unit, {
    width: 10,
    words: CELL_WORDS.unit,
    meaning: 'what both figures are: COP, invoices; empty for text',
  }),
  column('reported', 'money', { en: 'Reported', es: 'Reportado' }, ({ figures }) => figures.reported, {
    isSummed: false,
    meaning: 'what the service says',
  }),
  column('expected', 'money', { en: 'Expected', es: 'Esperado' }, ({ figures }) => figures.expected, {
    isSummed: false,
    meaning: 'what it should be',
  }),
  column('difference', 'money', { en: 'Difference', es: 'Diferencia' }, ({ figures }) => differenceOf(figures), {
    isSummed: false,
    meaning: 'reported less expected; empty for text',
  }),
  column('amount', 'money', { en: 'Amount', es: 'Valor' }, ({ amount }) => amount, {
    isSummed: false,
    meaning:
      'the pesos it is about, never negative; empty where no sum is meant. Findings of one case are about the same pesos',
  }),
  column('causes', 'text', { en: 'Causes', es: 'Causas posibles' }, ({ causes }) => codesOf(causes), {
    width: 40,
    meaning: 'the causes that fit',
  }),
  column(
    'message',
    'text',
    { en: 'Message', es: 'Mensaje' },
    (discrepancy, { language }) => messageIn(discrepancy, language).text,
    { width: 100, meaning: 'the discrepancy in a sentence, in the language of the settings' },
  ),
  column(
    'first_seen',
    'time',
    { en: 'First seen', es: 'Visto por primera vez' },
    ({ firstSeen }, { zone }) => zone.clockAt(firstSeen),
    { meaning: 'when what shows it was first read; of the bank, when the statement was imported' },
  ),
])

/** Number of rows made at once. */
const BATCH = 250

/** The order of the CSV file. */
const byCode = (discrepancies: readonly Discrepancy[]): readonly Discrepancy[] =>
  discrepancies.toSorted(byCodeAndSubject)

/** The order of a sheet: the findings of a case below its gravest one, which alone has the pesos of the case. */
export const byCase = (discrepancies: readonly Discrepancy[]): readonly Discrepancy[] =>
  groupCases(discrepancies).flatMap(({ first, others }) => [
    first,
    ...others.map((one) => ({ ...one, caseAmount: null })),
  ])

/**
 * One row for each discrepancy that is new, open or accepted, or that the slot's latest pull resolved; by slot, code
 * and subject. Rows are made lazily, since a slot may have a discrepancy for each of its invoices. `columns` and `inOrder`
 * are those of the CSV file or of a sheet.
 */
export function* discrepancyRows(
  reports: readonly SlotReport[],
  { zone, language }: Pick<DiscrepancyContext, 'zone' | 'language'>,
  columns = DISCREPANCY_LEDGER.columns,
  inOrder = byCode,
): Generator<readonly Row[]> {
  for (const { merchant, discrepancies } of reports.toSorted((a, b) => compareSlots(a.slot, b.slot))) {
    const sorted = inOrder(discrepancies)
    for (let at = 0; at < sorted.length; at += BATCH)
      yield sorted.slice(at, at + BATCH).map((one) => columns.map(({ of }) => of(one, { merchant, zone, language })))
  }
}
