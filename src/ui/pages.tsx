import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { asCycle, asSlotDate, type Slot } from '../core/slot.ts'
import { visibleText } from '../print/html/visible-text.ts'
import { timeIn } from '../print/in-table.ts'
import { casesInOrder } from '../rules/account/to-do.ts'
import { slotIn } from '../words/dates.ts'
import type { Language } from '../words/language.ts'
import { digestOf, idIn, monthIn } from './acts.ts'
import { caseForm, filterWords, todoPage, viewOf } from './cases.tsx'
import { Hidden } from './fields.tsx'
import {
  bankForms,
  claimForms,
  MonthChoice,
  monthForms,
  pastForm,
  receivableForms,
  UploadForm,
  type UploadKind,
  Zips,
} from './forms.tsx'
import { plainPage, type Screen, screenPage } from './frame.tsx'
import type { DeskAnswer } from './server.ts'
import type { Asking, DeskTools, HistoryStep, Names, Shown, Told } from './tools.ts'
import { deskWords } from './words.ts'

export type PageOf = (tools: DeskTools, query: URLSearchParams) => Promise<Shown | DeskAnswer>

/** A page that is the answer of a question. */
const asked = async ({ page, language }: DeskTools, words: readonly string[]): Promise<Shown | DeskAnswer> => {
  const told = await page(words)
  return told.exitCode === 0 ? { words, html: told.out } : troubled(language, words, told)
}

const screenOf = (words: readonly string[], text: string): Screen => ({
  title: words.filter((word) => !word.startsWith('--')).join(' '),
  text,
})

export const HTML = 'text/html; charset=utf-8'
export const CSV = 'text/csv; charset=utf-8'

/** A lock that another run holds is told as such. */
export const statusOf = ({ exitCode }: Pick<Told, 'exitCode'>): 422 | 423 | 500 =>
  exitCode === 7 ? 423 : exitCode === 1 || exitCode === 6 ? 500 : 422

/** The line that the command would print. */
export const troubled = (
  language: Language,
  words: readonly string[],
  told: Pick<Told, 'exitCode' | 'err'>,
): DeskAnswer => ({
  status: statusOf(told),
  type: HTML,
  body: screenPage(language, [screenOf(words.length === 0 ? ['Cuadre'] : words, told.err)]),
})

export const isAnswer = (shown: Shown | DeskAnswer): shown is DeskAnswer => 'status' in shown

/** A question with forms below its answer; without them where nothing may be changed. */
const withForms = async (
  { isReadOnly }: DeskTools,
  page: Promise<Shown | DeskAnswer>,
  form: () => Promise<Child>,
): Promise<Shown | DeskAnswer> => {
  const shown = await page
  return isAnswer(shown) || isReadOnly ? shown : { ...shown, forms: await form() }
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

const today: PageOf = async (tools) => {
  const html = (await tools.indexPages())['index.html'] ?? ''
  return withForms(tools, Promise.resolve({ words: ['status'], html }), async () => readForm(tools, null))
}

/** Reads what is due, or one settlement again. */
const readForm = ({ language, root, formToken, isReadOnly }: DeskTools, slot: Slot | null): Child =>
  isReadOnly ? null : (
    <section>
      <form class="acts" method="post" action={`${root}act/run`}>
        <Hidden token={formToken()} back="index.html" />
        {slot === null ? null : (
          <>
            <input type="hidden" name="date" value={slot.date} />
            <input type="hidden" name="cycle" value={slot.cycle} />
          </>
        )}
        <button type="submit">{deskWords(slot === null ? 'readDue' : 'readAgain', language)}</button>
        <a href={`${root}runs`}>{deskWords('runs', language)}</a>
      </form>
    </section>
  )

const bank: PageOf = async (tools) => {
  const { language, root, formToken: token } = tools
  const words = ['bank', 'list']
  const { 'bank.html': html } = await tools.indexPages()
  if (html === undefined) return orUpload(tools, words, 'bank')
  return withForms(tools, Promise.resolve({ words, html }), async () => {
    const [list, files] = [await documentOf(tools, words), await documentOf(tools, ['bank', 'files'])]
    return bankForms({
      ...{ language, root, token, list: JSON.parse(list), files: JSON.parse(files).files },
      ...{ seen: digestOf(list), seenFiles: digestOf(files) },
    })
  })
}

/** Where nothing was imported yet, what the command says of that, and the form of the first file. */
const orUpload = async (tools: DeskTools, words: readonly string[], kind: UploadKind): Promise<Shown | DeskAnswer> => {
  const { language, root, formToken: token, question, isReadOnly } = tools
  const { out, err } = await question(words)
  const body = (
    <section>
      <p>{visibleText(err || out, 400)}</p>
    </section>
  )
  const html = plainPage(language, deskWords(kind, language), body)
  return isReadOnly ? { words, html } : { words, html, forms: <UploadForm of={{ language, root, token, kind }} /> }
}

const receivables: PageOf = async (tools, query) => {
  const { language, root, formToken: token } = tools
  const month = monthIn(textOf(query, 'month'))
  const words = ['receivables', 'list', ...(month === '' ? [] : [`--month=${month}`])]
  const page = await asked(tools, words)
  if (isAnswer(page)) return orUpload(tools, words, 'receivables')
  const above = <MonthChoice page="receivables" month={month} language={language} root={root} />
  const shown = { ...page, above }
  return withForms(tools, Promise.resolve(shown), async () => {
    const [list, files] = [await documentOf(tools, words), await documentOf(tools, ['receivables', 'files'])]
    return receivableForms({
      ...{ language, root, token, list: JSON.parse(list), files: JSON.parse(files).files },
      ...{ seen: digestOf(list), seenFiles: digestOf(files), month },
    })
  })
}

const month: PageOf = async (tools, query) => {
  const of = monthIn(textOf(query, 'month'))
  const words = ['month', ...(of === '' ? [] : [of])]
  const document = await documentOf(tools, words)
  const page = await asked(tools, words)
  if (isAnswer(page)) return page
  const { language, root, formToken: token, isReadOnly } = tools
  const { above, below } = monthForms({
    ...{ month: JSON.parse(document), language, root, token, seen: digestOf(document) },
    closedThrough: await tools.closedThrough(),
  })
  const made = <Zips names={await zips(tools, 'pack')} language={language} root={root} />
  if (isReadOnly) return { ...page, above, forms: made }
  return {
    ...page,
    above,
    forms: (
      <>
        {below}
        {made}
      </>
    ),
  }
}

/** The account or the fees of a month. */
const ofMonth =
  (kind: 'statement' | 'fees'): PageOf =>
  async (tools, query) => {
    const { language, root } = tools
    const typed = monthIn(textOf(query, 'month'))
    const html = await tools.monthPage(kind, asSlotDate(`${typed}-01`))
    return {
      words: [kind, ...(typed === '' ? [] : [`--month=${typed}`])],
      html,
      above: <MonthChoice page={kind} month={typed} language={language} root={root} />,
    }
  }

const find: PageOf = async (tools, query) => {
  const text = (textOf(query, 'text') || textOf(query, 'id')).trim()
  if (text === '' || text.startsWith('-')) return notThere(tools.language)
  const names = namesAsked(tools, query, 'find')
  const words = ['find', text, ...(names === 'named' ? ['--names', '--documents'] : [])]
  const page = await asked(tools, words)
  if (isAnswer(page) || names === 'named') return page
  return { ...page, named: `find?${new URLSearchParams({ text, names: '1' })}` }
}

const claims: PageOf = async (tools) => {
  const { language, root, formToken: token } = tools
  const words = ['claims', 'list']
  const shown = await withForms(tools, asked(tools, words), async () => {
    const document = await documentOf(tools, words)
    return claimForms({ letters: JSON.parse(document).letters, language, root, token, seen: digestOf(document) })
  })
  return isAnswer(shown)
    ? shown
    : { ...shown, above: <Zips names={await zips(tools, 'letter')} language={language} root={root} /> }
}

const zips = async ({ files }: DeskTools, kind: string): Promise<readonly string[]> =>
  (await files()).filter((name) => name.startsWith(kind))

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
  const of = { language: tools.language, root: tools.root, zone: tools.zone }
  return {
    words,
    html,
    above: pastForm({ ...of, slot, moments, step }),
    forms: (
      <>
        {number === null ? await casesOfSlot(tools, slot) : null}
        <HistorySection tools={tools} slot={slot} steps={steps} />
        {number === null ? readForm(tools, slot) : null}
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

const HistorySection = ({ tools: { language, zone, root }, slot: { date, cycle }, steps }: HistoryOf) => (
  <section>
    <h2>{deskWords('history', language)}</h2>
    <table class="stack steps">
      <thead>
        <tr>
          <th scope="col">{deskWords('number', language)}</th>
          <th scope="col">{deskWords('when', language)}</th>
          <th scope="col">{deskWords('what', language)}</th>
          <th scope="col">{deskWords('asRead', language)}</th>
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
              {details.length === 0 ? null : (
                <ul>
                  {details.map((text) => (
                    <li>{visibleText(text, 400)}</li>
                  ))}
                </ul>
              )}
            </td>
            <td data-label={deskWords('asRead', language)}>
              {isReading ? (
                <a href={`${root}answers?date=${date}&cycle=${encodeURIComponent(cycle)}&number=${number}`}>
                  {deskWords('answers', language)} {number}
                </a>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {steps.filter(({ isReading }) => isReading).length < 2 ? null : (
      <form class="acts" method="get" action={`${root}between`}>
        <input type="hidden" name="date" value={date} />
        <input type="hidden" name="cycle" value={cycle} />
        <ReadingChoice steps={steps} name="from" at={0} language={language} />
        <ReadingChoice steps={steps} name="to" at={-1} language={language} />
        <button type="submit">{deskWords('compare', language)}</button>
      </form>
    )}
  </section>
)

const ReadingChoice = ({
  steps,
  name,
  at,
  language,
}: Pick<HistoryOf, 'steps'> & { readonly name: 'from' | 'to'; readonly at: number; readonly language: Language }) => {
  const readings = steps.filter(({ isReading }) => isReading)
  return (
    <label>
      {deskWords(name, language)}
      <select name={name}>
        {readings.map((one) => (
          <option value={String(one.number)} selected={one === readings.at(at)}>
            {one.number}
          </option>
        ))}
      </select>
    </label>
  )
}

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
      {changes.length === 0 ? (
        <p class="hint">{deskWords('noChange', language)}</p>
      ) : (
        <ul>
          {changes.map((text) => (
            <li>{visibleText(text, 400)}</li>
          ))}
        </ul>
      )}
    </section>
  )
  const title = `${slotIn(slot, language)}: ${first} → ${last}`
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
  if (cases.length === 0) return null
  const token = tools.isReadOnly ? null : tools.formToken()
  return caseForm({ ...tools, cases, token, back: addressOf({ date, cycle }) })
}

const todo: PageOf = async (tools, query) => {
  const words = filterWords(query)
  const all = casesInOrder(await tools.cases(words))
  const token = tools.isReadOnly ? null : tools.formToken()
  const form = { ...tools, cases: viewOf(all, query), token, back: `todo?${query}` }
  return { words, html: todoPage(form, query) }
}

const todoSheet: PageOf = async (tools, query) => {
  const words = filterWords(query)
  const view = viewOf(casesInOrder(await tools.cases(words)), query)
  return { status: 200, type: CSV, body: await tools.sheet(words, new Set(view.map(({ first }) => first.case))) }
}

const settings: PageOf = async (tools) => {
  const { language, root, formToken, isReadOnly } = tools
  const readings = await asked(tools, ['readings'])
  const above = (
    <>
      {isReadOnly ? null : (
        <form class="acts" method="post" action={`${root}act/doctor`}>
          <Hidden token={formToken()} back="settings" />
          <button type="submit">{deskWords('doctor', language)}</button>
        </form>
      )}
      {isAnswer(readings) ? null : (
        <section>
          <h2>{deskWords('readings', language)}</h2>
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
  ...{ claims, receivables, settlement, between, answers, settings },
  discrepancy: (tools, query) => asked(tools, ['discrepancies', 'show', idIn(textOf(query, 'id'))]),
  'in-transit': async (tools) => ({ words: ['in-transit', '--stored'], html: await tools.inTransitPage() }),
  statement: ofMonth('statement'),
  fees: ofMonth('fees'),
  chargebacks: (tools) => asked(tools, ['chargebacks', 'list']),
  runs: (tools) => asked(tools, ['status', '--runs']),
  merchants: (tools) => asked(tools, ['merchants', 'list']),
}

export const notThere = (language: Language): DeskAnswer => ({
  status: 404,
  type: HTML,
  body: screenPage(language, [{ title: 'Cuadre', text: deskWords('notThere', language) }]),
})
