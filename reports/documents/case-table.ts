import type { Zone } from '../../src/core/calendar/calendar.ts'
import { type Discrepancy, settledDays } from '../../src/core/findings/discrepancy.ts'
import { sumOfKnown } from '../../src/core/money.ts'
import type { Slot } from '../../src/core/slot.ts'
import { caseId, slotInTable } from '../../src/print/in-table.ts'
import { inEach, SEVERITY_NAMES, STATE_NAMES } from '../../src/print/names.ts'
import { type ColumnOf, column, type Line, type Medium, type ReportTable } from '../../src/print/report.ts'
import { type CaseLine, STANDINGS, type Standing } from '../../src/rules/account/to-do.ts'
import type { CaseMember } from '../../src/rules/assessment/case.ts'
import type { Actor } from '../../src/rules/define-check.ts'
import { recordOf } from '../../src/rules/registry.ts'
import type { Both } from '../../src/std/both.ts'
import { groupBy } from '../../src/std/group-by.ts'

/** The list of discrepancies by case, as every screen shows it: in one order, in groups with their totals. */
interface CaseTable<D> extends Pick<ReportTable, 'title' | 'none' | 'only'> {
  readonly lines: readonly CaseLine<D>[]
  readonly zone: Zone
  /** The most lines that are shown; the totals are of all. */
  readonly most?: number
  /** Whether all are of one settlement, which is then not named. */
  readonly isOfOne?: true
  /** What a finding says, for the forms that have room for it. */
  readonly messageOf?: (one: D) => Both<string>
}

type Listed = CaseMember & Pick<Discrepancy, 'ageEnd'>

/** The digits of an id on a screen; commands accept them for the whole id. */
const ID = 8

const WIDE: readonly Medium[] = ['html', 'xlsx']

export const caseTable = <D extends Listed>(of: CaseTable<D>): ReportTable => {
  const { lines, title, most = lines.length } = of
  const columns = columnsOf(of)
  const shown = groupBy(lines.slice(0, most), ({ standing }) => standing)
  const all = groupBy(lines, ({ standing }) => standing)
  const kept = STANDINGS.filter((standing) => all.has(standing))
  return {
    kind: 'table',
    name: 'cases',
    title,
    ...(of.only && { only: of.only }),
    ...(of.none && { none: of.none }),
    columns,
    groups: kept.map((standing) => {
      const rows = shown.get(standing) ?? []
      return {
        name: standing,
        title: GROUPS[standing],
        lines: [
          ...rows.map((row) => ({
            cells: columns.map((one) => one.of(row, undefined)),
            isOff: standing === 'toDo',
          })),
          ...totalOf(all.get(standing) ?? [], rows.length, columns.length),
        ],
      }
    }),
  }
}

const GROUPS: Readonly<Record<Standing, Both<string>>> = {
  toDo: { en: 'To do', es: 'Por resolver' },
  open: { en: 'Also open', es: 'También pendientes' },
  info: { en: 'For information', es: 'Para su información' },
  claimed: { en: 'Claimed from the operator', es: 'Reclamadas al operador' },
  accepted: { en: 'Accepted', es: 'Aceptadas' },
  paid: { en: 'Paid elsewhere', es: 'Pagadas por otra vía' },
  resolved: { en: 'No longer found', es: 'Ya no aparecen' },
}

/** Of a group of several cases, their sum, and how many of its lines are shown. */
const totalOf = <D>(lines: readonly CaseLine<D>[], shown: number, columns: number): readonly Line[] => {
  if (lines.length < 2) return []
  const number = lines.reduce((all, { cases }) => all + cases.length, 0)
  const isCut = shown < lines.length
  const what = {
    en: `total of ${number}${isCut ? `, ${shown === 0 ? 'none' : `the first ${shown}`} shown` : ''}`,
    es: `total de ${number}${isCut ? (shown === 0 ? ', sin mostrar' : `; se muestran ${shown}`) : ''}`,
  }
  const cells = [
    sumOfKnown(lines.map(({ amount }) => amount)),
    what,
    ...Array.from({ length: columns - 2 }, () => null),
  ]
  return [{ isTotal: true, only: ['text', 'html'], cells }]
}

type Columns<D> = readonly ColumnOf<CaseLine<D>>[]

/** A screen has short forms, and codes where there is room; what people open has all. */
const columnsOf = <D extends Listed>({ zone, isOfOne, messageOf }: CaseTable<D>): Columns<D> => {
  const first = ({ cases }: CaseLine<D>) => cases[0].first
  const said: Columns<D> =
    messageOf === undefined
      ? []
      : [column('message', 'text', HEADS.says, (line) => messageOf(first(line)), { only: WIDE })]
  return [
    column('amount', 'money', { en: 'COP', es: 'COP' }, ({ amount }) => amount),
    column('what', 'text', HEADS.what, titleOf, { least: 24 }),
    ...(isOfOne ? [] : SETTLEMENT),
    column('acts', 'word', HEADS.who, (line) => recordOf(first(line).code)?.acts ?? null, { words: ACTORS }),
    column('days', 'count', HEADS.age, (line) => settledDays(first(line), zone), { isSummed: false }),
    column('id', 'text', HEADS.id, idOf, { only: ['text'] }),
    column('case', 'text', HEADS.id, ({ cases: [one] }) => caseId(one.first.case, one.others.length), { only: WIDE }),
    column('severity', 'word', HEADS.severity, (line) => first(line).severity, { words: SEVERITY_NAMES, spare: 2 }),
    column('code', 'text', HEADS.code, (line) => first(line).code, { spare: 1 }),
    column('state', 'word', HEADS.state, ({ cases }) => cases[0].state, { words: STATE_NAMES, only: WIDE }),
    ...said,
  ]
}

const HEADS = {
  what: { en: 'what', es: 'qué' },
  settlement: { en: 'settlement', es: 'liquidación' },
  date: { en: 'date', es: 'fecha' },
  cycle: { en: 'cycle', es: 'ciclo' },
  who: { en: 'who', es: 'responde' },
  age: { en: 'age', es: 'días' },
  id: { en: 'id', es: 'id' },
  severity: { en: 'severity', es: 'gravedad' },
  code: { en: 'code', es: 'código' },
  state: { en: 'state', es: 'situación' },
  says: { en: 'what it says', es: 'qué dice' },
} as const

const slotIn = ({ cases }: CaseLine<Listed>): Slot => cases[0].first.slot

const SETTLEMENT: Columns<Listed> = [
  column('settlement', 'text', HEADS.settlement, (line) => inEach((language) => slotInTable(slotIn(line), language)), {
    only: ['text'],
  }),
  column('date', 'date', HEADS.date, (line) => slotIn(line).date, { only: WIDE }),
  column('cycle', 'text', HEADS.cycle, (line) => slotIn(line).cycle, { only: WIDE }),
]

const ACTORS: Readonly<Record<Actor, Both<string>>> = {
  operator: { en: 'operator', es: 'operador' },
  tenant: { en: 'tenant', es: 'inquilino' },
  importer: { en: 'who imports', es: 'quien importa' },
  merchant: { en: 'you', es: 'usted' },
  engineer: { en: 'set-up', es: 'técnico' },
  nobody: { en: '-', es: '-' },
}

const titleOf = <D extends Listed>({ cases: [{ first }, ...more] }: CaseLine<D>): Both<string> =>
  inEach((language) => {
    const title = recordOf(first.code)?.title[language] ?? first.code
    return more.length === 0 ? title : `${more.length + 1} x ${title}`
  })

/** The id of the case, and the number of its other findings; of many cases their number. */
const idOf = <D extends Listed>({ cases: [{ first, others }, ...more] }: CaseLine<D>): string =>
  more.length > 0 ? `${more.length + 1} ids` : caseId(first.case.slice(0, ID), others.length)
