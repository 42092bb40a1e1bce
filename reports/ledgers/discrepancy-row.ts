import type { Cell, Row } from '../../src/core/cell.ts'
import { byCodeAndSubject, type Cause, type Discrepancy, differenceOf } from '../../src/core/findings/discrepancy.ts'
import { compareSlots } from '../../src/core/slot.ts'
import { groupCases } from '../../src/rules/assessment/case.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import type { Language } from '../../src/words/language.ts'
import { messageIn } from '../../src/words/sentences.ts'
import {
  type LedgerContext,
  ledger,
  SHAPE,
  settlementColumns,
  type Tones,
  type WorkbookColumn,
  workbookColumn,
} from './ledger.ts'

const SEVERITY_TONES: Tones = { error: 'bad', warning: 'warning' }
const STATE_TONES: Tones = { resolved: 'good', accepted: 'good', paid: 'good', claimed: 'warning' }

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

export const DISCREPANCY_LEDGER = ledger<
  Discrepancy,
  DiscrepancyContext,
  WorkbookColumn<Discrepancy, DiscrepancyContext>
>('discrepancies.csv', [
  workbookColumn('id', {
    of: ({ id }) => id,
    ...SHAPE.text(18),
    head: { en: 'Id', es: 'Id' },
    meaning: 'the same for as long as it lasts; `discrepancies show` takes it',
  }),
  workbookColumn('case', {
    of: (discrepancy) => discrepancy.case,
    ...SHAPE.text(18),
    head: { en: 'Case', es: 'Caso' },
    meaning: 'the findings that one event made have one; the id of its gravest finding when it was first shown',
  }),
  ...settlementColumns<Discrepancy, DiscrepancyContext>(({ slot }) => slot),
  workbookColumn('code', {
    of: ({ code }) => code,
    ...SHAPE.text(25),
    head: { en: 'Code', es: 'Código' },
    meaning: 'the check that found it',
  }),
  workbookColumn('severity', {
    of: ({ severity }) => severity,
    ...SHAPE.text(11),
    head: { en: 'Severity', es: 'Gravedad' },
    meaning: 'error, warning or info',
    tones: SEVERITY_TONES,
  }),
  workbookColumn('state', {
    of: ({ state }) => state,
    ...SHAPE.text(11),
    head: { en: 'State', es: 'Situación' },
    meaning: 'new, open, accepted, claimed or resolved',
    tones: STATE_TONES,
  }),
  workbookColumn('subject', {
    of: ({ subject }) => subject,
    ...SHAPE.text(30),
    head: { en: 'Subject', es: 'Asunto' },
    meaning: 'what it is about: the settlement, an invoice, a payment',
  }),
  workbookColumn('unit', {
    of: ({ figures }) => figures.unit,
    ...SHAPE.text(10),
    head: { en: 'Unit', es: 'Unidad' },
    meaning: 'what both figures are: COP, invoices; empty for text',
  }),
  workbookColumn('reported', {
    of: ({ figures }) => figures.reported,
    ...SHAPE.number(18),
    head: { en: 'Reported', es: 'Reportado' },
    meaning: 'what the service says',
  }),
  workbookColumn('expected', {
    of: ({ figures }) => figures.expected,
    ...SHAPE.number(18),
    head: { en: 'Expected', es: 'Esperado' },
    meaning: 'what it should be',
  }),
  workbookColumn('difference', {
    of: ({ figures }) => differenceOf(figures),
    ...SHAPE.number(18),
    head: { en: 'Difference', es: 'Diferencia' },
    meaning: 'reported less expected; empty for text',
  }),
  workbookColumn('amount', {
    of: ({ amount }) => amount,
    ...SHAPE.number(18),
    head: { en: 'Amount', es: 'Valor' },
    meaning:
      'the pesos it is about, never negative; empty where no sum is meant. Findings of one case are about the same pesos',
  }),
  workbookColumn('causes', {
    of: ({ causes }) => codesOf(causes),
    ...SHAPE.text(40),
    head: { en: 'Causes', es: 'Causas posibles' },
    meaning: 'the causes that fit',
  }),
  workbookColumn('message', {
    of: (discrepancy, { language }) => messageIn(discrepancy, language).text,
    ...SHAPE.text(100),
    head: { en: 'Message', es: 'Mensaje' },
    meaning: 'the discrepancy in a sentence, in the language of the settings',
  }),
  workbookColumn('first_seen', {
    of: ({ firstSeen }, { zone }) => zone.clockAt(firstSeen),
    ...SHAPE.time,
    head: { en: 'First seen', es: 'Visto por primera vez' },
    meaning: 'when what shows it was first read; of the bank, when the statement was imported',
  }),
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
