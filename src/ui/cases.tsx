import type { Child } from 'hono/jsx'
import { monthOf } from '../core/calendar/calendar.ts'
import type { Discrepancy } from '../core/findings/discrepancy.ts'
import { DISCREPANCY_STATES, settledDays } from '../core/findings/discrepancy.ts'
import { sumOfKnown, sumTyped } from '../core/money.ts'
import { asSlotDate } from '../core/slot.ts'
import { NumberCell } from '../print/html/number-cells.tsx'
import { visibleText } from '../print/html/visible-text.ts'
import { caseId, inTable } from '../print/in-table.ts'
import { nameIn, STATE_NAMES } from '../print/names.ts'
import type { CaseGroup } from '../rules/assessment/case.ts'
import { recordOf } from '../rules/registry.ts'
import { dayIn } from '../words/dates.ts'
import { messageIn } from '../words/sentences.ts'
import { terminalWords } from '../words/terminal.ts'
import { caseValue } from './acts.ts'
import { Choice, Field, type FormOf, Hidden, PageForm, PaidBy, Reason } from './forms.tsx'
import { plainPage } from './frame.tsx'
import { deskWords } from './words.ts'

type Cases = readonly CaseGroup<Discrepancy>[]

/** Cases with a form to decide about them. */
interface CaseForm {
  readonly of: FormOf
  readonly cases: Cases
  /** The page to show after the act, below the root. */
  readonly back: string
  /** The first row that is shown. */
  readonly from?: number
}

const ACTORS = ['operator', 'tenant', 'importer', 'merchant', 'engineer'] as const

/** Null for what a check from outside found: only its program knows. */
const actorOf = ({ first }: CaseGroup<Discrepancy>) => recordOf(first.code)?.acts ?? null

/** What a list of cases can be narrowed to; each is a field of the form, and a word of the address. */
export const viewOf = (cases: Cases, query: URLSearchParams): Cases => {
  const who = query.get('who') ?? ''
  const least = sumTyped((query.get('least') ?? '').trim())
  return cases.filter(
    (one) => (who === '' || actorOf(one) === who) && (least === null || (one.amount !== null && one.amount >= least)),
  )
}

/** Also those that are resolved: what a page showed may be resolved by now. */
export const EVERY_STATE: readonly string[] = DISCREPANCY_STATES.map((state) => `--state=${state}`)

/** The command whose list this is. */
export const filterWords = (query: URLSearchParams): readonly string[] => {
  const state = DISCREPANCY_STATES.find((one) => one === query.get('state'))
  const age = /^\d{1,5}$/.exec(query.get('age') ?? '')?.[0]
  const first = asSlotDate(`${query.get('month')}-01`)
  const days = first === null ? null : monthOf(first)
  return [
    ...['discrepancies', 'list'],
    ...(days === null ? [] : [`--from=${days.from}`, `--to=${days.to}`]),
    ...(state === undefined ? [] : [`--state=${state}`]),
    ...(age === undefined ? [] : [`--older-than=${age}`]),
  ]
}

/** The page of everything that waits for a person. */
export const todoPage = (form: CaseForm, query: URLSearchParams): string => {
  const { of, cases } = form
  return plainPage(
    of.language,
    deskWords('todo', of.language),
    <>
      <section>
        <Filters query={query} of={of} />
      </section>
      <section>
        {cases.length === 0 ? (
          <p class="hint">{deskWords('none', of.language)}</p>
        ) : (
          <Decide {...form} from={rowIn(query, cases.length)} />
        )}
        <Rest query={query} number={cases.length} of={of} />
      </section>
    </>,
  )
}

/** So many cases stand on a page; the sum is of all. */
const ROWS_MAX = 200

/** The first row of the page that is asked for. */
const rowIn = (query: URLSearchParams, number: number): number => {
  const from = Number(query.get('from') ?? 0)
  return Number.isSafeInteger(from) && from >= 0 && from < number ? from : 0
}

interface OfQuery {
  readonly query: URLSearchParams
  readonly of: FormOf
}

/** Ways to the rows before and after. */
const Rest = ({ query, number, of: { language, root } }: OfQuery & { readonly number: number }) => {
  const from = rowIn(query, number)
  const address = (row: number): string =>
    `${root}todo?${new URLSearchParams({ ...Object.fromEntries(query), from: String(row) })}`
  return number <= ROWS_MAX ? null : (
    <p class="acts">
      {from === 0 ? null : <a href={address(Math.max(0, from - ROWS_MAX))}>← {deskWords('before', language)}</a>}
      <span>
        {from + 1} – {Math.min(from + ROWS_MAX, number)} / {number}
      </span>
      {from + ROWS_MAX >= number ? null : <a href={address(from + ROWS_MAX)}>{deskWords('after', language)} →</a>}
    </p>
  )
}

const Filters = ({ query, of }: OfQuery) => {
  const { language, root } = of
  const field = (name: string) => ({ language, name, value: query.get(name) ?? '', chosen: query.get(name) ?? '' })
  return (
    <PageForm of={of} path="todo">
      <Choice
        {...field('who')}
        label="who"
        of={[
          ['', deskWords('anybody', language)],
          ...ACTORS.map((one) => [one, terminalWords(language).actors[one]] as const),
        ]}
      />
      <Choice
        {...field('state')}
        label="state"
        of={[
          ['', deskWords('allStates', language)],
          ...DISCREPANCY_STATES.map((one) => [one, nameIn(STATE_NAMES, one, language)] as const),
        ]}
      />
      <Field {...field('age')} label="olderThan" type="number" />
      <Field {...field('month')} label="month" type="month" />
      <Field {...field('least')} label="atLeast" type="number" />
      <a href={`${root}todo.csv?${query}`}>CSV</a>
    </PageForm>
  )
}

/** The cases that a page is about; none where there are none. */
export const caseForm = (form: CaseForm): Child =>
  form.cases.length === 0 ? null : (
    <section>
      <h2>{deskWords('todo', form.of.language)}</h2>
      <Decide {...form} />
    </section>
  )

const Decide = (form: CaseForm) => {
  const { cases, back } = form
  const { language, root, formToken, isReadOnly } = form.of
  if (isReadOnly) return <CaseTable {...form} />
  return (
    <form method="post" action={`${root}act/decide`}>
      {/* What Enter in a field would press: nothing is decided unless its button is. */}
      <button type="submit" disabled hidden />
      <CaseTable {...form} />
      <Hidden of={{ token: formToken(), back }} />
      <p class="acts">
        <Reason language={language} />
        <Field language={language} name="until" label="until" type="date" />
        <Field language={language} name="ticket" label="ticket" />
      </p>
      <p class="acts">
        {(['accept', 'claim', 'note', 'reopen'] as const).map((kind) => (
          <button type="submit" name="kind" value={kind} data-key={kind.slice(0, 1)}>
            {deskWords(kind, language)}
          </button>
        ))}
        {(['claim-letter', 'letter'] as const).map((act) => (
          <button type="submit" formaction={`${root}act/${act}`} formnovalidate>
            {deskWords(act, language)}
          </button>
        ))}
      </p>
      {cases.some(({ state }) => state === 'claimed') ? (
        <p class="acts">
          <PaidBy language={language} />
          <button type="submit" formaction={`${root}act/settle`} formnovalidate>
            {deskWords('settle', language)}
          </button>
        </p>
      ) : null}
    </form>
  )
}

const CaseTable = ({ of, cases, from = 0 }: CaseForm) => {
  const { language, isReadOnly } = of
  return (
    <table class="account stack cases">
      <thead>
        <tr>
          {isReadOnly ? null : <th scope="col">{deskWords('choose', language)}</th>}
          {(['settlement', 'what', 'who', 'state', 'amount', 'days'] as const).map((head) => (
            <th scope="col" class={head === 'amount' || head === 'days' ? 'n' : undefined}>
              {deskWords(head, language)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cases.slice(from, from + ROWS_MAX).map((one) => (
          <CaseRow of={of} group={one} />
        ))}
        <tr class="sum">
          {isReadOnly ? null : <td />}
          <th scope="row" colspan={4}>
            {deskWords('sum', language)} (<output>{cases.length}</output>)
          </th>
          <NumberCell
            label={deskWords('amount', language)}
            text={inTable(sumOfKnown(cases.map(({ amount }) => amount)), language)}
          />
          <td />
        </tr>
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly of: FormOf
  readonly group: CaseGroup<Discrepancy>
}

const CaseRow = ({ of: { language, root, zone, isReadOnly }, group }: RowProps) => {
  const { first, state, amount, others } = group
  const { slot } = first
  const actor = actorOf(group)
  const name = `${dayIn(slot.date, language)} ${slot.cycle}`
  return (
    <tr>
      {isReadOnly ? null : (
        <td data-label={deskWords('choose', language)}>
          <input
            type="checkbox"
            name="case"
            value={caseValue(group)}
            aria-label={`${name} ${first.code}`}
            data-sum={String(amount ?? 0n)}
          />
        </td>
      )}
      <th scope="row">
        <a href={`${root}settlement?${new URLSearchParams({ ...slot })}`}>{visibleText(name)}</a>
      </th>
      <td>
        {visibleText(messageIn(first, language).text, 400)}{' '}
        <a class="mono" href={`${root}discrepancy?id=${first.case}`}>
          {caseId(first.case, others.length)}
        </a>
      </td>
      <td data-label={deskWords('who', language)}>{actor && terminalWords(language).actors[actor]}</td>
      <td data-label={deskWords('state', language)}>{nameIn(STATE_NAMES, state, language)}</td>
      <NumberCell label={deskWords('amount', language)} text={inTable(amount, language)} />
      <NumberCell label={deskWords('days', language)} text={settledDays(first, zone)} />
    </tr>
  )
}
