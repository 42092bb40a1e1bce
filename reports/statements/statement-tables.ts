import type { Cell } from '../../src/core/cell.ts'
import { differenceOf } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, minus, negate, ZERO } from '../../src/core/money.ts'
import type { Slot } from '../../src/core/slot.ts'
import { inEach } from '../../src/print/names.ts'
import {
  type ColumnOf,
  column,
  groupedTable,
  type Line,
  type ReportCell,
  type ReportTable,
  table,
} from '../../src/print/report.ts'
import type { RestatedDays, RestatedSettlement } from '../../src/rules/account/account-item.ts'
import type { OperatorAccount } from '../../src/rules/account/operator-account.ts'
import type { Restatement } from '../../src/rules/assessment/restatement.ts'
import type { Both } from '../../src/std/both.ts'
import { CELL_WORDS } from '../../src/words/cell-words.ts'
import { SAY } from '../../src/words/say.ts'
import { type StatementWords, statementWords } from '../../src/words/statement-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { type AccountRow, type AccountSection, accountRows, isAny } from './account-lines.ts'
import { type LineSinceClosing, linesSinceClosing, restatedIn, type StatementOfClosedDays } from './since-closing.ts'
import type { Statement } from './statement.ts'
import { itemStateIn } from './statement-sentence.ts'

/**
 * The sums of a restated settlement as they enter the account, by their words: the first four add up to due; due, paid out
 * and accepted to the balance.
 */
const restatedSums = [
  { name: 'collected', of: ({ collected }) => collected },
  { name: 'fees', of: ({ feesDeducted }) => negate(feesDeducted) },
  { name: 'adjustments', of: ({ adjustments }) => adjustments },
  { name: 'kept', of: ({ keptByGateway }) => negate(keptByGateway) },
  { name: 'due', of: ({ due }) => due },
  { name: 'paidOut', of: ({ paidOut }) => negate(paidOut) },
  { name: 'accepted', of: ({ accepted }) => negate(accepted) },
  { name: 'balance', of: ({ due, paidOut, accepted }) => minus(minus(due, paidOut), accepted) },
] as const satisfies readonly {
  readonly name: string
  readonly of: (one: Omit<RestatedSettlement, 'slot' | 'kind'>) => Centavos
}[]

type RestatedSum = (typeof restatedSums)[number]

/** Those that a page has room for: that are not 0 in every settlement. */
export const restatedSumsIn = ({ settlements }: RestatedDays): readonly RestatedSum[] =>
  restatedSums.filter(({ of }) => settlements.some((one) => of(one) !== ZERO))

/** The words of this name that are not made from anything. */
const said = (
  name: { [N in keyof StatementWords]: StatementWords[N] extends string ? N : never }[keyof StatementWords],
) => inEach((language) => statementWords(language)[name])

const PARTS: readonly (readonly [AccountSection, Both<string> | null])[] = [
  ['account', null],
  ['closing', said('madeOf')],
  ['beside', said('beside')],
  ['bank', said('bank')],
  ['bank-open', said('bankOpen')],
]

/** The lines from opening to closing, and the others under their titles. */
export const accountGroups = <L extends Pick<AccountRow, 'section'>>(lines: readonly L[]) =>
  PARTS.map(([name, title]) => ({
    name,
    ...(title === null ? {} : { title }),
    rows: lines.filter(({ section }) => section === name),
  })).filter(({ rows }) => rows.length > 0)

const LINE: ColumnOf<Pick<AccountRow, 'label'>> = {
  ...{ name: 'line', kind: 'text', head: said('lines'), least: 12 },
  of: ({ label }) => label,
}

const lineOf = ({ isTotal }: Pick<AccountRow, 'isTotal'>): Omit<Line, 'cells'> => ({ isTotal })

/** The lines of the account, each but those of 0 with the page of its list where there is one. */
export const accountTable = (
  account: OperatorAccount,
  pageOf: (name: string) => string | undefined = () => undefined,
): ReportTable =>
  groupedTable({
    ...{ name: 'account', title: null, groups: accountGroups(accountRows([account])) },
    line: (row) => ({ ...lineOf(row), page: row.figures.some(isAny) ? pageOf(row.name) : undefined }),
    columns: [
      LINE,
      column<AccountRow>('number', 'count', said('number'), ({ figures: [figure] }) => figure?.number ?? null),
      column<AccountRow>('amount', 'money', said('amount'), ({ figures: [figure] }) => figure?.amount ?? null),
    ],
  })

/** The lines of the account as closed, as known now, and by how much they differ. */
export const changeTable = (statement: StatementOfClosedDays): ReportTable =>
  groupedTable({
    ...{ name: 'account', title: null, groups: accountGroups(linesSinceClosing(statement)), line: lineOf },
    columns: [
      LINE,
      column<LineSinceClosing>('closed', 'money', said('closed'), ({ closed }) => closed),
      column<LineSinceClosing>('now', 'money', said('now'), ({ now }) => now),
      column<LineSinceClosing>('difference', 'money', said('difference'), ({ difference }) => difference),
    ],
  })

/** The lines of a screen: of closed days as closed and as known now, with those about the bank. */
export const accountOnScreen = ({ account, closed }: Statement): ReportTable => {
  if (closed === null) return accountTable(account)
  const at = (name: string, head: Both<string>, of: (then: Figure, now: Figure) => Cell): ColumnOf<AccountRow> =>
    column(name, 'money', head, ({ figures: [then = null, now = null] }) => of(then, now))
  return groupedTable({
    ...{ name: 'account', title: null, line: lineOf },
    groups: accountGroups(accountRows([account, closed.now.account])),
    columns: [
      LINE,
      column<AccountRow>('number', 'count', said('number'), ({ figures: [then] }) => then?.number ?? null),
      at('closed', said('closed'), (then) => then?.amount ?? null),
      at('now', said('now'), (_, now) => now?.amount ?? null),
      at('difference', said('difference'), (then, now) => then && now && minus(now.amount, then.amount)),
    ],
  })
}

type Figure = AccountRow['figures'][number]

const SLOT: readonly ColumnOf<{ readonly slot: Slot | null }>[] = [
  column('date', 'date', said('date'), ({ slot }) => slot?.date ?? said('total')),
  column('cycle', 'text', said('cycle'), ({ slot }) => slot?.cycle ?? null, { width: 8 }),
]

/** A sum of a page; a sheet makes its own. */
const onPage = ({ slot }: { readonly slot: Slot | null }): Omit<Line, 'cells'> =>
  slot === null ? { isTotal: true, only: ['html'] } : {}

type Item = OperatorAccount['items'][number]
type ItemRow = Omit<Item, 'slot'> & { readonly slot: Slot }

/** Each settlement of the closing balance. */
export const itemsTable = ({ items, closing }: OperatorAccount): ReportTable => {
  const sum = (
    name: string,
    head: Both<string>,
    of: (item: ItemRow) => ReportCell,
  ): ColumnOf<ItemRow | { readonly slot: null }> =>
    column(name, 'money', head, (one) => (one.slot === null ? (name === 'balance' ? closing : null) : of(one)))
  const text = (name: string, head: Both<string>, of: (item: ItemRow) => ReportCell) =>
    column<ItemRow | { readonly slot: null }>(name, 'text', head, (one) => (one.slot === null ? null : of(one)), {
      width: 20,
      least: 12,
    })
  return table<ItemRow | { readonly slot: null }>({
    name: 'settlements',
    title: said('behind'),
    sheet: { en: 'Closing balance', es: 'Saldo final' },
    most: 40,
    none: said('behindNone'),
    rows: items.length === 0 ? [] : [...items, { slot: null }],
    line: onPage,
    columns: [
      ...SLOT,
      text('kind', said('kind'), ({ kind }) => inEach((language) => statementWords(language).kinds[kind])),
      text('state', said('state'), (item) => inEach((language) => itemStateIn(item, language))),
      sum('expected', said('expected'), ({ expected }) => expected),
      sum('paid_out', said('paidOut'), ({ paidOut }) => paidOut),
      sum('accepted', said('accepted'), ({ accepted }) => (accepted === ZERO ? null : accepted)),
      sum('recovered', said('recovered'), ({ recovered }) => (recovered === ZERO ? null : recovered)),
      sum('balance', said('balance'), ({ balance }) => balance),
    ],
  })
}

type RestatedRow = Omit<RestatedSettlement, 'slot' | 'kind'> & {
  readonly slot: Slot | null
  readonly kind?: RestatedSettlement['kind']
}

/** Each settlement of closed days that is another one since. */
export const restatedTable = (restated: RestatedDays, sums: readonly RestatedSum[] = restatedSums): ReportTable =>
  table<RestatedRow>({
    name: 'restated',
    title: null,
    sheet: said('restatedSheet'),
    rows: [...restated.settlements, { ...restated, slot: null }],
    line: onPage,
    columns: [
      ...SLOT,
      column<RestatedRow>('kind', 'text', said('kind'), ({ kind }) =>
        kind === undefined ? null : inEach((language) => statementWords(language).restatedKinds[kind]),
      ),
      ...sums.map(({ name, of }) => column<RestatedRow>(name, 'money', said(name), of)),
    ],
  })

/** What was restated since the closing. Pesos, numbers of invoices and texts share a column, so it has no total. */
export const restatementTable = (restatements: readonly Restatement[]): ReportTable => {
  const figure = (name: string, head: Both<string>, of: (one: Restatement) => Cell): ColumnOf<Restatement> => ({
    ...{ name, kind: 'money', head },
    of: (one) => {
      const cell = of(one)
      return typeof cell === 'string' ? inEach((language) => SAY[language].status(cell)) : cell
    },
  })
  return table<Restatement>({
    name: 'restatements',
    title: said('restatements'),
    rows: restatements,
    columns: [
      ...SLOT,
      column<Restatement>(
        'subject',
        'text',
        said('subject'),
        (one) => inEach((language) => restatedIn(one, language)),
        {
          width: 40,
          least: 12,
        },
      ),
      ...[
        column<Restatement>('state', 'text', said('state'), ({ state }) =>
          inEach((language) => wordsIn(language).states[state]),
        ),
        column<Restatement>('unit', 'word', said('unit'), ({ figures }) => figures.unit, { words: CELL_WORDS.unit }),
      ].map((one): ColumnOf<Restatement> => ({ ...one, only: ['html', 'csv', 'xlsx'] })),
      figure('closed', said('closed'), ({ figures }) => figures.expected),
      figure('now', said('now'), ({ figures }) => figures.reported),
      figure('difference', said('difference'), ({ figures }) => differenceOf(figures)),
    ],
  })
}
