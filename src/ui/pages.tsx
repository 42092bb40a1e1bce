import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { Names } from '../../jobs/read-pages.ts'
import { asCycle, asSlotDate, type Slot } from '../core/slot.ts'
import { visibleText } from '../print/html/visible-text.ts'
import { timeIn } from '../print/in-table.ts'
import { casesInOrder } from '../rules/account/to-do.ts'
import { slotIn } from '../words/dates.ts'
import type { Language } from '../words/language.ts'
import { digestOf, idIn, monthIn } from './acts.ts'
import { caseForm, EVERY_STATE, filterWords, todoPage, viewOf } from './cases.tsx'
import {
  ActForm,
  Choice,
  ClaimForms,
  MonthChoice,
  MonthForms,
  PageForm,
  TieForms,
  type Ties,
  tiesOfBank,
  tiesOfRents,
  UploadForm,
  type UploadKind,
} from './forms.tsx'
import { plainPage, screenPage } from './frame.tsx'
import type { DeskAnswer } from './server.ts'
import {
  type Asking,
  DESK_FOLDER,
  type DeskTools,
  type HistoryStep,
  type Notice,
  type Shown,
  type Told,
} from './tools.ts'
import { deskWords } from './words.ts'

export type PageOf = (tools: DeskTools, query: URLSearchParams) => Promise<Shown | DeskAnswer>

/** A page that is the answer of a question. */
const asked = async ({ page, language }: DeskTools, words: readonly string[]): Promise<Shown> => {
  const told = await page(words)
  return told.exitCode === 0 ? { words, html: told.out } : troubled(language, words, told)
}

export const HTML = 'text/html; charset=utf-8'
export const CSV = 'text/csv; charset=utf-8'

/** A lock that another run holds is told as such. */
export const statusOf = ({ exitCode }: Pick<Told, 'exitCode'>): number =>
  exitCode === 7 ? 423 : exitCode === 1 || exitCode === 6 ? 500 : 422

/** The line that the command would print. */
export const troubled = (
  language: Language,
  words: readonly string[],
  told: Pick<Told, 'exitCode' | 'err'>,
): Shown & Pick<Notice, 'status'> => {
  const title = words.filter((word) => !word.startsWith('--')).join(' ') || 'Cuadre'
  return { status: statusOf(told), words: [], html: screenPage(language, title, told.err) }
}

/** The document of a question; its digest is what forms carry. */
export const documentOf = async ({ question }: Pick<Asking, 'question'>, words: readonly string[]): Promise<string> =>
  (await question([...words, '--json'])).out

const textOf = (query: URLSearchParams, name: string): string => query.get(name) ?? ''

/** Whether customers are named, which is told on the terminal. */
export const namesAsked = ({ onNames }: DeskTools, query: URLSearchParams, what: string): Names => {
  if (!query.has('names')) return 'hidden'
  onNames(`${what} --names`)
  return 'named'
}

const today: PageOf = async (tools) => ({
  words: ['status'],
  html: (await tools.indexPages())['index.html'] ?? '',
  forms: <ReadForm of={tools} />,
})

/** Reads what is due, or one settlement again. */
const ReadForm = ({ of, slot }: { readonly of: DeskTools; readonly slot?: Slot }) => (
  <ActForm
    of={of}
    path="run"
    back="index.html"
    hidden={slot === undefined ? {} : { ...slot }}
    button={slot === undefined ? 'run' : 'readAgain'}
  >
    <a href={`${of.root}runs`}>{deskWords('runs', of.language)}</a>
  </ActForm>
)

const bank: PageOf = async (tools) => {
  const words = ['bank', 'list']
  const { 'bank.html': html } = await tools.indexPages()
  if (html === undefined) return orUpload(tools, words, 'bank')
  return { words, html, forms: await tieForms(tools, 'bank', words, tiesOfBank) }
}

const receivables: PageOf = async (tools, query) => {
  const month = monthIn(textOf(query, 'month'))
  const words = ['receivables', 'list', ...(month === '' ? [] : [`--month=${month}`])]
  const page = await asked(tools, words)
  if (page.status !== undefined) return orUpload(tools, words, 'receivables')
  const above = <MonthChoice of={tools} page="receivables" month={month} />
  return { ...page, above, forms: await tieForms(tools, 'receivables', words, tiesOfRents, month) }
}

const tieForms = async <Document,>(
  tools: DeskTools,
  kind: UploadKind,
  words: readonly string[],
  tiesOf: (list: Document, language: Language) => Ties,
  month = '',
): Promise<Child> => {
  const [list, files] = [await documentOf(tools, words), await documentOf(tools, [kind, 'files'])]
  return (
    <TieForms
      {...{ of: tools, kind, month, ties: tiesOf(JSON.parse(list), tools.language), files: JSON.parse(files).files }}
      {...{ seen: digestOf(list), seenFiles: digestOf(files) }}
    />
  )
}

/** Where nothing was imported yet, what the command says of that, and the form of the first file. */
const orUpload = async (tools: DeskTools, words: readonly string[], kind: UploadKind): Promise<Shown> => {
  const { out, err } = await tools.question(words)
  const body = (
    <section>
      <p>{visibleText(err || out, 400)}</p>
    </section>
  )
  const html = plainPage(tools.language, deskWords(kind, tools.language), body)
  return { words, html, forms: <UploadForm of={tools} kind={kind} /> }
}

const month: PageOf = async (tools, query) => {
  const typed = monthIn(textOf(query, 'month'))
  const words = ['month', ...(typed === '' ? [] : [typed])]
  const [page, document] = [await asked(tools, words), await documentOf(tools, words)]
  if (page.status !== undefined) return page
  const { from, to } = JSON.parse(document)
  const closed = await tools.closedThrough()
  return {
    ...page,
    above: <MonthChoice of={tools} page="month" month={from.slice(0, 7)} />,
    forms: (
      <>
        <MonthForms {...{ of: tools, from, to, closed, seen: digestOf(document) }} />
        {await zips(tools, 'pack')}
      </>
    ),
  }
}

/** Zips that were made on the desk. */
const zips = async ({ files, language, root }: DeskTools, kind: 'letter' | 'pack'): Promise<Child> => {
  const names = (await files()).filter((name) => name.startsWith(kind))
  return names.length === 0 ? null : (
    <section>
      <h2>{deskWords('made', language)}</h2>
      <ul class="links">
        {names.map((name) => (
          <li>
            <a href={`${root}${DESK_FOLDER}/${name}`}>{visibleText(name)}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The account or the fees of a month. */
const ofMonth =
  (kind: 'statement' | 'fees'): PageOf =>
  async (tools, query) => {
    const typed = monthIn(textOf(query, 'month'))
    return {
      words: [kind, ...(typed === '' ? [] : [`--month=${typed}`])],
      html: await tools.monthPage(kind, asSlotDate(`${typed}-01`)),
      above: <MonthChoice of={tools} page={kind} month={typed} />,
    }
  }

/** A day that was read leads to its page. */
const find: PageOf = async (tools, query) => {
  const text = (textOf(query, 'text') || textOf(query, 'id')).trim()
  if (text === '' || text.startsWith('-')) return notThere(tools.language)
  const date = asSlotDate(text.split('/').toReversed().join('-'))
  if (date !== null && (await tools.dayPage(date, 'hidden')) !== null)
    return { status: 303, to: `${tools.root}${date}/report.html` }
  const names = namesAsked(tools, query, 'find')
  const page = await asked(tools, ['find', text, ...(names === 'named' ? ['--names', '--documents'] : [])])
  if (page.status !== undefined || names === 'named') return page
  return { ...page, named: `find?${new URLSearchParams({ text, names: '1' })}` }
}

const claims: PageOf = async (tools) => {
  const words = ['claims', 'list']
  const [page, document] = [await asked(tools, words), await documentOf(tools, words)]
  if (page.status !== undefined) return page
  const { letters } = JSON.parse(document)
  return {
    ...page,
    above: await zips(tools, 'letter'),
    forms: <ClaimForms of={tools} letters={letters} seen={digestOf(document)} />,
  }
}

/** A discrepancy, and its case with what can be decided of it. */
const discrepancy: PageOf = async (tools, query) => {
  const id = idIn(textOf(query, 'id'))
  const page = await asked(tools, ['discrepancies', 'show', id])
  if (page.status !== undefined) return page
  const all = await tools.cases(['discrepancies', 'list', ...EVERY_STATE])
  const of = all.find((one) => one.id.startsWith(id))?.case
  const cases = casesInOrder(all.filter((one) => one.case === of))
  return { ...page, forms: caseForm({ of: tools, cases, back: `discrepancy?id=${id}` }) }
}

const slotAsked = (query: URLSearchParams): Slot | null => {
  const [date, cycle] = [asSlotDate(textOf(query, 'date')), asCycle(textOf(query, 'cycle'))]
  return date === null || cycle === null ? null : { date, cycle }
}

const addressOf = ({ date, cycle }: Slot, more: Readonly<Record<string, string>> = {}): string =>
  `settlement?${new URLSearchParams({ date, cycle, ...more })}`

const settlement: PageOf = async (tools, query) => {
  const slot = slotAsked(query)
  if (slot === null) return notThere(tools.language)
  const steps = await tools.history(slot)
  const moments = steps.flatMap(({ number, at }) => (number === null ? [] : [{ number, at }]))
  const chosen = /^\d{1,6}$/.test(textOf(query, 'step')) ? Number(textOf(query, 'step')) : moments.length - 1
  const step = Math.min(chosen, moments.length - 1)
  const number = step < moments.length - 1 ? (moments[step]?.number ?? null) : null
  const words = ['explain', slot.date, slot.cycle, ...(number === null ? [] : [`--as-of=${number}`])]
  const names = namesAsked(tools, query, words.join(' '))
  const html = await tools.settlementPage(slot, number, names)
  if (html === null) return notThere(tools.language)
  return {
    words,
    html,
    above:
      moments.length < 2 ? null : (
        <section>
          <PageForm of={tools} path="settlement" hidden={{ ...slot }}>
            <label class="wide">
              {deskWords('asOf', tools.language)} {timeIn(moments[step]?.at ?? 0, tools.zone, tools.language)} (
              {step + 1} / {moments.length})
              <input type="range" name="step" min={0} max={moments.length - 1} value={step} />
            </label>
          </PageForm>
        </section>
      ),
    forms: (
      <>
        {number === null ? await casesOfSlot(tools, slot) : null}
        <HistorySection tools={tools} slot={slot} steps={steps} />
        {number === null ? <ReadForm of={tools} slot={slot} /> : null}
      </>
    ),
    ...(names === 'named' ? {} : { named: addressOf(slot, { step: String(step), names: '1' }) }),
  }
}

interface HistoryOf {
  readonly tools: DeskTools
  readonly slot: Slot
  readonly steps: readonly HistoryStep[]
}

const HistorySection = ({ tools, slot, steps }: HistoryOf) => {
  const { language, zone, root } = tools
  const readings = steps.flatMap(({ number, isReading }) =>
    number === null || !isReading ? [] : [[number, String(number)] as const],
  )
  const last = String(readings.at(-1)?.[0])
  return (
    <section>
      <h2>{deskWords('history', language)}</h2>
      <table class="stack steps">
        <thead>
          <tr>
            {(['number', 'when', 'what', 'asRead'] as const).map((head) => (
              <th scope="col">{deskWords(head, language)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map(({ number, at, what, details, isReading }) => (
            <tr>
              <th scope="row">{number ?? '–'}</th>
              <td class="keep" data-label={deskWords('when', language)}>
                {timeIn(at, zone, language)}
              </td>
              <td>
                {visibleText(what, 400)}
                <Details of={details} />
              </td>
              <td data-label={deskWords('asRead', language)}>
                {isReading ? (
                  <a href={`${root}answers?${new URLSearchParams({ ...slot, number: String(number) })}`}>
                    {deskWords('answers', language)} {number}
                  </a>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {readings.length < 2 ? null : (
        <PageForm of={tools} path="between" hidden={{ ...slot }} button="compare">
          <Choice language={language} name="from" label="from" of={readings} />
          <Choice language={language} name="to" label="to" of={readings} chosen={last} />
        </PageForm>
      )}
    </section>
  )
}

const Details = ({ of }: { readonly of: readonly string[] }) =>
  of.length === 0 ? null : (
    <ul>
      {of.map((text) => (
        <li>{visibleText(text, 400)}</li>
      ))}
    </ul>
  )

/** What differs between two readings. */
const between: PageOf = async (tools, query) => {
  const slot = slotAsked(query)
  const ends = [Number(textOf(query, 'from')), Number(textOf(query, 'to'))].sort((a, b) => a - b)
  if (slot === null || !ends.every(Number.isSafeInteger)) return notThere(tools.language)
  const [first = 0, last = 0] = ends
  const changes = await tools.difference(slot, first, last)
  const { language } = tools
  const body = (
    <section>
      <p>
        <a href={`${tools.root}${addressOf(slot)}`}>{slotIn(slot, language)}</a>
      </p>
      {changes.length === 0 ? <p class="hint">{deskWords('noChange', language)}</p> : <Details of={changes} />}
    </section>
  )
  const title = `${slotIn(slot, language)}: ${deskWords('changes', language)} ${first} → ${last}`
  return { words: ['history', slot.date, slot.cycle, `--as-of=${last}`], html: plainPage(language, title, body) }
}

/** What the service answered at a reading, as it came. */
const answers: PageOf = async (tools, query) => {
  const [slot, number] = [slotAsked(query), Number(textOf(query, 'number'))]
  if (slot === null || !Number.isSafeInteger(number)) return notThere(tools.language)
  const { language } = tools
  const names = namesAsked(tools, query, `answers ${slot.date} ${slot.cycle} ${number}`)
  const read = await tools.answers(slot, number, names)
  if (read.length === 0) return notThere(language)
  const body = read.map(({ request, status, text }, at) => (
    <section class="screen" tabindex={0} aria-label={`${at + 1}. ${visibleText(request, 400)}`}>
      <h2>
        {visibleText(request, 400)} ({status})
      </h2>
      <pre class="raw">{text}</pre>
    </section>
  ))
  const back = `answers?${new URLSearchParams({ ...slot, number: String(number), names: '1' })}`
  return {
    words: ['audit', slot.date, slot.cycle, '--out=evidence.zip'],
    html: plainPage(language, `${deskWords('answers', language)} ${number}, ${slotIn(slot, language)}`, body),
    ...(names === 'named' ? {} : { named: back }),
  }
}

const casesOfSlot = async (tools: DeskTools, { date, cycle }: Slot): Promise<Child> => {
  const cases = casesInOrder(await tools.cases(['discrepancies', 'list', `--date=${date}`, `--cycle=${cycle}`]))
  return caseForm({ of: tools, cases, back: addressOf({ date, cycle }) })
}

const todo: PageOf = async (tools, query) => {
  const words = filterWords(query)
  const cases = viewOf(casesInOrder(await tools.cases(words)), query)
  return { words, html: todoPage({ of: tools, cases, back: `todo?${query}` }, query) }
}

const todoSheet: PageOf = async (tools, query) => {
  const words = filterWords(query)
  const view = viewOf(casesInOrder(await tools.cases(words)), query)
  return { status: 200, type: CSV, body: await tools.sheet(words, new Set(view.map(({ first }) => first.case))) }
}

const settings: PageOf = async (tools) => {
  const readings = await asked(tools, ['readings'])
  const above = (
    <>
      <ActForm of={tools} path="doctor" back="settings" button="doctor" />
      {readings.status !== undefined ? null : (
        <section>
          <h2>{deskWords('readings', tools.language)}</h2>
          {raw(partOf(readings.html))}
        </section>
      )}
    </>
  )
  return { ...(await asked(tools, ['config'])), above }
}

/** What a page of ours has between its ways and its foot. */
const partOf = (html: string): string => /<main id="content">([\s\S]*)<\/main>/.exec(html)?.[1] ?? ''

export const PAGES: Readonly<Record<string, PageOf>> = {
  '': today,
  'index.html': today,
  ...{ todo, 'todo.csv': todoSheet, bank, 'bank.html': bank, month, find, invoice: find },
  ...{ claims, receivables, settlement, discrepancy, between, answers, settings },
  'in-transit': async (tools) => ({ words: ['in-transit', '--stored'], html: await tools.inTransitPage() }),
  statement: ofMonth('statement'),
  fees: ofMonth('fees'),
  chargebacks: (tools) => asked(tools, ['chargebacks', 'list']),
  runs: (tools) => asked(tools, ['status', '--runs']),
  merchants: (tools) => asked(tools, ['merchants', 'list']),
}

export const notThere = (language: Language): Shown => ({
  status: 404,
  words: [],
  html: screenPage(language, 'Cuadre', deskWords('notThere', language)),
})
