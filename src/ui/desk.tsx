import { readFileSync } from 'node:fs'
import { asSlotDate, type SlotDate } from '../core/slot.ts'
import { dayWords } from '../words/day-words.ts'
import type { Language } from '../words/language.ts'
import { actAnswers } from './act-answers.tsx'
import { IMPORT } from './acts.ts'
import { dressed, SCRIPT, screenPage } from './frame.tsx'
import { CSV, HTML, isAnswer, namesAsked, notThere, PAGES, troubled } from './pages.tsx'
import type { Desk, DeskAnswer, DeskRequest } from './server.ts'
import type { DeskTools, Shown } from './tools.ts'
import { type DeskWord, deskWords } from './words.ts'
import { type Work, workOf } from './work.tsx'

const DAY_PAGE = /^(\d{4}-\d\d-\d\d)\/report\.html$/
/** Files of reports, as links of the pages name them. */
const REPORT_FILE =
  /^(?:(?:(?:statement|fees|export|journal|receivables)\/)?[\d_-]{7,21}\/[\w.-]+\.(csv|xlsx|html|json)|desk\/[\w.-]+\.(zip))$/
const TYPES: Readonly<Record<string, string>> = {
  csv: CSV,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: HTML,
  json: 'application/json',
  zip: 'application/zip',
}

const readScript = (): string => readFileSync(new URL('./assets/desk.js', import.meta.url), 'utf8')

type WholeDesk = Desk & { readonly close: () => Promise<void> }

const refusalPage = (why: DeskWord, language: Language): string =>
  screenPage(language, [{ title: 'Cuadre', text: deskWords(why, language) }])

/** The desks of several merchants, by the folder of each below the root, and a page over all of them. */
export const deskOfMerchants = (
  { language, allMerchants }: Pick<DeskTools, 'language'> & { readonly allMerchants: () => Promise<string> },
  desks: ReadonlyMap<string, WholeDesk>,
): WholeDesk => {
  const below = (path: string): { readonly desk: WholeDesk; readonly path: string } | null => {
    const [folder = '', ...rest] = path.split('/')
    const desk = desks.get(folder)
    return desk === undefined || rest.length === 0 ? null : { desk, path: rest.join('/') }
  }
  const page = async (asked: DeskRequest): Promise<DeskAnswer> => {
    const one = below(asked.path)
    if (one !== null) return one.desk.page({ ...asked, path: one.path })
    if (asked.path !== '' && asked.path !== 'index.html') return notThere(language)
    return { status: 200, type: HTML, body: await allMerchants() }
  }
  return {
    page,
    act: async (asked) => {
      const one = below(asked.path)
      return one === null ? notThere(language) : one.desk.act({ ...asked, path: one.path })
    },
    takesFile: (path) => below(path)?.path === IMPORT,
    refusal: (why) => refusalPage(why, language),
    close: async () => {
      for (const desk of desks.values()) await desk.close()
    },
  }
}

export const deskOf = (tools: DeskTools): WholeDesk => {
  const work = workOf(tools)
  const { page, dress, wrapped } = pagesOf(tools, work)
  const acts = actAnswers(tools, work, {
    page: dress,
    again: (back, status, said) => {
      const { pathname, searchParams: query } = new URL(back, 'http://localhost')
      return page({ path: pathname.slice(1), query }, { status, said })
    },
    wrapped,
  })
  return {
    page,
    act: acts.act,
    takesFile: (path) => path === IMPORT,
    refusal: (why) => refusalPage(why, tools.language),
    close: async () => {
      await work.close()
      await acts.close()
    },
  }
}

const pagesOf = (tools: DeskTools, work: Work) => {
  const { language, root, home } = tools

  const dress = ({ words, html, ...parts }: Shown, notice: Notice = NOTHING, isMoving = false): DeskAnswer => ({
    status: notice.status,
    type: HTML,
    body: dressed(html, {
      ...{ ...parts, language, root, home, isMoving, said: notice.said },
      command: words.length === 0 ? null : tools.typed(words),
    }),
  })

  const wrapped = (answer: DeskAnswer): DeskAnswer =>
    'body' in answer && typeof answer.body === 'string' && answer.type === HTML
      ? { ...answer, body: dressed(answer.body, { language, root, home, command: null }) }
      : answer

  const shownAt = async ({ path, query }: DeskRequest, notice: Notice): Promise<DeskAnswer> => {
    if (path === SCRIPT) return { status: 200, type: 'text/javascript; charset=utf-8', body: readScript() }
    if (path === 'work') {
      const one = work.page(Number(query.get('id')))
      return one === null ? wrapped(notThere(language)) : dress(one, NOTHING, one.isMoving)
    }
    const date = asSlotDate(DAY_PAGE.exec(path)?.[1] ?? '')
    const known = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined
    if (known === undefined && date === null) return wrapped(await fileAt(tools, path))
    const shown = known === undefined ? await dayAt(tools, date, query) : await known(tools, query)
    return isAnswer(shown) ? wrapped(shown) : dress(shown, notice)
  }

  const page = async (asked: DeskRequest, notice: Notice = NOTHING): Promise<DeskAnswer> => {
    try {
      return await shownAt(asked, notice)
    } catch (error) {
      return wrapped(troubled(language, [], tools.failure(error)))
    }
  }
  return { page, dress, wrapped }
}

const dayAt = async (tools: DeskTools, date: SlotDate | null, query: URLSearchParams): Promise<Shown | DeskAnswer> => {
  const { language, root } = tools
  const words = ['check', `--date=${date}`]
  const names = namesAsked(tools, query, words.join(' '))
  const html = date === null ? null : await tools.dayPage(date, names)
  if (date === null || html === null) return notThere(language)
  const above = <DayWays html={html} date={date} language={language} root={root} />
  if (names === 'named') return { words, html, above }
  const hidden = html.replace(`<span>${dayWords(language).personal}</span>`, '')
  return { words, html: hidden, above, named: '?names=1' }
}

/** A file of reports names customers. */
const fileAt = async (tools: DeskTools, path: string): Promise<DeskAnswer> => {
  const [, ofReport, zip] = REPORT_FILE.exec(path) ?? []
  const kind = ofReport ?? zip ?? ''
  const bytes = kind === '' ? null : await tools.file(path)
  if (bytes === null) return notThere(tools.language)
  tools.onNames(path)
  return { status: 200, type: TYPES[kind] ?? HTML, body: bytes }
}

interface DayWaysProps extends Pick<DeskTools, 'language' | 'root'> {
  readonly html: string
  readonly date: SlotDate
}

/** From the page of a day to each of its settlements. */
const DayWays = ({ html, date, language, root }: DayWaysProps) => (
  <nav class="ways" aria-label={deskWords('settlements', language)}>
    {[...new Set([...html.matchAll(/id="cycle-([\w:]+)"/g)].map(([, cycle = '']) => cycle))].toSorted().map((cycle) => (
      <a href={`${root}settlement?date=${date}&cycle=${encodeURIComponent(cycle)}`}>{cycle}</a>
    ))}
  </nav>
)

/** What is said above a page that is shown again since an act was not done. */
interface Notice {
  readonly status: 200 | 409 | 422 | 423 | 500
  readonly said: readonly string[]
}
const NOTHING: Notice = { status: 200, said: [] }
