import type { Child } from 'hono/jsx'
import { monthOf } from '../core/calendar/calendar.ts'
import type { Discrepancy } from '../core/findings/discrepancy.ts'
import { DISCREPANCY_STATES, settledDays } from '../core/findings/discrepancy.ts'
import { fromCentavos, sumOfKnown } from '../core/money.ts'
import { asSlotDate } from '../core/slot.ts'
import { htmlDocument } from '../print/html/document.tsx'
import { visibleText } from '../print/html/visible-text.ts'
import { caseId, inTable } from '../print/in-table.ts'
import { nameIn, STATE_NAMES } from '../print/names.ts'
import type { CaseGroup } from '../rules/assessment/case.ts'
import { recordOf } from '../rules/registry.ts'
import { dayIn } from '../words/dates.ts'
import { messageIn } from '../words/sentences.ts'
import { terminalWords } from '../words/terminal.ts'
import { wordsIn } from '../words/words.ts'
import { caseValue } from './acts.ts'
import { Choice, Field, type FormOf, Hidden } from './fields.tsx'
import { type DeskWord, deskWords } from './words.ts'

type Cases = readonly CaseGroup<Discrepancy>[]

/** Cases with a form to decide about them. */
export interface CaseForm extends FormOf {
  readonly cases: Cases
  readonly token: string | null
  /** The page to show after the act, below the root. */
  readonly back: string
  /** The first row that is shown. */
  readonly from?: number
}

const ACTORS = ['operator', 'tenant', 'importer', 'merchant', 'engineer'] as const

const actorOf = ({ first }: CaseGroup<Discrepancy>) => recordOf(first.code)?.acts ?? 'operator'

/** What a list of cases can be narrowed to; each is a field of the form, and a word of the address. */
export const viewOf = (cases: Cases, query: URLSearchParams): Cases => {
  const who = query.get('who') ?? ''
  const least = pesosIn(query.get('least') ?? '')
  return cases.filter(
    (one) => (who === '' || actorOf(one) === who) && (least === null || (one.amount !== null && one.amount >= least)),
  )
}

/** Whole pesos as typed, in centavos; null for another text. */
const pesosIn = (text: string) => (/^\d{1,13}$/.test(text) ? fromCentavos(BigInt(text) * 100n) : null)

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
  const { language } = form
  const title = deskWords('todo', language)
  return htmlDocument(
    { language, title: `${title} · Cuadre`, skip: wordsIn(language).skip },
    <div class="wrap">
      <header>
        <h1>{title}</h1>
      </header>
      <main id="content">
        <section>
          <Filters query={query} language={language} root={form.root} />
        </section>
        <section>
          {form.cases.length === 0 ? (
            <p class="hint">{deskWords('none', language)}</p>
          ) : (
            <Decide {...form} from={rowIn(query, form.cases.length)} />
          )}
          <Rest query={query} number={form.cases.length} language={language} root={form.root} />
        </section>
      </main>
    </div>,
  )
}

/** So many cases stand on a page; the sum is of all. */
const ROWS_MAX = 200

/** The first row of the page that is asked for. */
const rowIn = (query: URLSearchParams, number: number): number => {
  const from = Number(query.get('from') ?? 0)
  return Number.isSafeInteger(from) && from >= 0 && from < number ? from : 0
}

/** Ways to the rows before and after. */
const Rest = ({ query, number, language, root }: OfQuery & { readonly number: number }) => {
  const from = rowIn(query, number)
  const address = (row: number): string => {
    const other = new URLSearchParams(query)
    other.set('from', String(row))
    return `${root}todo?${other}`
  }
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

interface OfQuery extends Pick<FormOf, 'language' | 'root'> {
  readonly query: URLSearchParams
}

const Filters = ({ query, language, root }: OfQuery) => {
  const say = (word: DeskWord): string => deskWords(word, language)
  const chosen = (name: string): string => query.get(name) ?? ''
  return (
    <form class="acts" method="get" action={`${root}todo`}>
      <Choice
        name="who"
        label={say('who')}
        chosen={chosen('who')}
        of={[['', say('anybody')], ...ACTORS.map((one) => [one, terminalWords(language).actors[one]] as const)]}
      />
      <Choice
        name="state"
        label={say('state')}
        chosen={chosen('state')}
        of={[
          ['', say('allStates')],
          ...DISCREPANCY_STATES.map((one) => [one, nameIn(STATE_NAMES, one, language)] as const),
        ]}
      />
      <Field name="age" label={say('olderThan')} value={chosen('age')} type="number" />
      <Field name="month" label={say('monthOf')} value={chosen('month')} type="month" />
      <Field name="least" label={say('atLeast')} value={chosen('least')} type="number" />
      <button type="submit">{say('filter')}</button>
      <a href={`${root}todo.csv?${query}`}>CSV</a>
    </form>
  )
}

export const caseForm = (form: CaseForm): Child => (
  <section>
    <h2>{deskWords('todo', form.language)}</h2>
    <Decide {...form} />
  </section>
)

const Decide = (form: CaseForm) => {
  const { cases, language, token, back, root } = form
  const say = (word: DeskWord): string => deskWords(word, language)
  if (token === null) return <CaseTable {...form} />
  return (
    <form method="post" action={`${root}act/decide`}>
      <CaseTable {...form} />
      <Hidden token={token} back={back} />
      <p class="acts">
        <Field name="reason" label={say('reason')} isWide isNeeded />
        <Field name="until" label={say('until')} type="date" />
        <Field name="ticket" label={say('ticket')} />
      </p>
      <p class="acts">
        {(['accept', 'claim', 'note', 'reopen'] as const).map((kind) => (
          <button type="submit" name="kind" value={kind} data-key={kind.slice(0, 1)}>
            {say(kind)}
          </button>
        ))}
        <button type="submit" formaction={`${root}act/claim-letter`} formnovalidate>
          {say('claimByLetter')}
        </button>
        <button type="submit" formaction={`${root}act/letter`} formnovalidate>
          {say('letter')}
        </button>
      </p>
      {cases.some(({ state }) => state === 'claimed') ? (
        <p class="acts">
          <Field name="settlement" label={say('paidBy')} />
          <Field name="entry" label={say('paidByEntry')} />
          <button type="submit" formaction={`${root}act/settle`} formnovalidate>
            {say('settle')}
          </button>
        </p>
      ) : null}
    </form>
  )
}

const CaseTable = (form: CaseForm) => {
  const { cases, language, token, from = 0 } = form
  const say = (word: DeskWord): string => deskWords(word, language)
  const heads = [say('settlement'), say('what'), say('who'), say('state'), say('amount'), say('days')]
  return (
    <table class="account stack cases">
      <thead>
        <tr>
          {token === null ? null : <th scope="col">{say('choose')}</th>}
          {heads.map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cases.slice(from, from + ROWS_MAX).map((one) => (
          <CaseRow form={form} of={one} />
        ))}
        <tr class="sum">
          {token === null ? null : <td />}
          <th scope="row" colspan={4}>
            {say('sum')} (<output>{cases.length}</output>)
          </th>
          <td class="n" data-label={say('amount')}>
            {inTable(sumOfKnown(cases.map(({ amount }) => amount)), language)}
          </td>
          <td />
        </tr>
      </tbody>
    </table>
  )
}

const CaseRow = ({
  form: { language, token, root, zone },
  of,
}: {
  readonly form: CaseForm
  readonly of: CaseGroup<Discrepancy>
}) => {
  const say = (word: DeskWord): string => deskWords(word, language)
  const { first, state, amount, others } = of
  const { date, cycle } = first.slot
  const slot = `${dayIn(date, language)} ${cycle}`
  return (
    <tr>
      {token === null ? null : (
        <td data-label={say('choose')}>
          <input
            type="checkbox"
            name="case"
            value={caseValue(of)}
            aria-label={`${slot} ${first.code}`}
            data-sum={String(amount ?? 0n)}
          />
        </td>
      )}
      <th scope="row">
        <a href={`${root}settlement?date=${date}&cycle=${encodeURIComponent(cycle)}`}>{visibleText(slot)}</a>
      </th>
      <td>
        {visibleText(messageIn(first, language).text, 400)}{' '}
        <a class="mono" href={`${root}discrepancy?id=${first.case}`}>
          {caseId(first.case, others.length)}
        </a>
      </td>
      <td data-label={say('who')}>{terminalWords(language).actors[actorOf(of)]}</td>
      <td data-label={say('state')}>{nameIn(STATE_NAMES, state, language)}</td>
      <td class="n" data-label={say('amount')}>
        {inTable(amount, language)}
      </td>
      <td class="n" data-label={say('days')}>
        {settledDays(first, zone)}
      </td>
    </tr>
  )
}
