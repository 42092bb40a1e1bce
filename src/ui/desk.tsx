import { readFileSync } from 'node:fs'
import { asSlotDate, type SlotDate } from '../core/slot.ts'
import { dayWords } from '../words/day-words.ts'
import type { Language } from '../words/language.ts'
import { actAnswers } from './act-answers.tsx'
import { IMPORT } from './acts.ts'
import { dressed, SCRIPT, screenPage } from './frame.tsx'
import { CSV, HTML, namesAsked, notThere, PAGES, troubled } from './pages.tsx'
import type { Desk, DeskAnswer, DeskRequest } from './server.ts'
import type { DeskTools, Notice, Shown } from './tools.ts'
import { type DeskWord, deskWords } from './words.ts'
import { REPORT_FILE, type Work, workOf } from './work.tsx'

const DAY_PAGE = /^(\d{4}-\d\d-\d\d)\/report\.html$/
const TYPES: Readonly<Record<string, string>> = {
  csv: CSV,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: HTML,
  json: 'application/json',
  zip: 'application/zip',
}

const SCRIPT_FILE = new URL('./assets/desk.js', import.meta.url)

type WholeDesk = Desk & { readonly close: () => Promise<void> }

const refusalPage = (why: DeskWord, language: Language): string =>
  screenPage(language, 'Cuadre', deskWords(why, language))

const nowhere = (language: Language): DeskAnswer => ({ status: 404, type: HTML, body: notThere(language).html })

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
    if (asked.path !== '' && asked.path !== 'index.html') return nowhere(language)
    return { status: 200, type: HTML, body: await allMerchants() }
  }
  return {
    page,
    act: async (asked) => {
      const one = below(asked.path)
      return one === null ? nowhere(language) : one.desk.act({ ...asked, path: one.path })
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
  const { page, dress } = pagesOf(tools, work)
  const acts = actAnswers(tools, work, {
    page: dress,
    again: (back, notice) => {
      const { pathname, searchParams: query } = new URL(back, 'http://localhost')
      return page({ path: pathname.slice(1), query }, notice)
    },
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
  const { language } = tools
  const dress = (shown: Shown, { status, said }: Notice = NOTHING): DeskAnswer => ({
    status: shown.status ?? status,
    type: HTML,
    body: dressed(shown, tools, said),
  })

  const shownAt = async ({ path, query }: DeskRequest): Promise<Shown | DeskAnswer> => {
    if (path === SCRIPT) return { status: 200, type: 'text/javascript; charset=utf-8', body: readFileSync(SCRIPT_FILE) }
    if (path === 'work') return work.page(Number(query.get('id'))) ?? notThere(language)
    const date = asSlotDate(DAY_PAGE.exec(path)?.[1] ?? '')
    if (date !== null) return dayAt(tools, date, query)
    const known = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined
    return known === undefined ? fileAt(tools, path) : known(tools, query)
  }

  const page = async (asked: DeskRequest, notice: Notice = NOTHING): Promise<DeskAnswer> => {
    try {
      const shown = await shownAt(asked)
      return 'html' in shown ? dress(shown, notice) : shown
    } catch (error) {
      return dress(troubled(language, [], tools.failure(error)))
    }
  }
  return { page, dress }
}

const dayAt = async (tools: DeskTools, date: SlotDate, query: URLSearchParams): Promise<Shown> => {
  const { language, root } = tools
  const words = ['check', `--date=${date}`]
  const names = namesAsked(tools, query, words.join(' '))
  const html = await tools.dayPage(date, names)
  if (html === null) return notThere(language)
  const cycles = new Set([...html.matchAll(/id="cycle-([\w:]+)"/g)].map(([, cycle = '']) => cycle))
  const above = (
    <nav class="ways" aria-label={deskWords('settlements', language)}>
      {[...cycles].toSorted().map((cycle) => (
        <a href={`${root}settlement?${new URLSearchParams({ date, cycle })}`}>{cycle}</a>
      ))}
    </nav>
  )
  if (names === 'named') return { words, html, above }
  const hidden = html.replace(`<span>${dayWords(language).personal}</span>`, '')
  return { words, html: hidden, above, named: '?names=1' }
}

/** A file of reports names customers. */
const fileAt = async (tools: DeskTools, path: string): Promise<Shown | DeskAnswer> => {
  const [whole, ofReport, zip] = REPORT_FILE.exec(path) ?? []
  const bytes = whole === path ? await tools.file(path) : null
  if (bytes === null) return notThere(tools.language)
  tools.onNames(path)
  return { status: 200, type: TYPES[ofReport ?? zip ?? ''] ?? HTML, body: bytes }
}

const NOTHING: Notice = { status: 200, said: [] }
