import type { SelectedDiscrepancies } from '../../reports/documents/discrepancies.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import { asCycle, asSlotDate, type SlotDate } from '../core/slot.ts'
import { casesInOrder } from '../rules/account/to-do.ts'
import type { Language } from '../words/language.ts'
import { digestOf, idIn, monthIn } from './acts.ts'
import { caseForm, filterWords, todoPage, viewOf } from './cases.tsx'
import { bankForms, monthForms, type PastMoment, pastForm } from './forms.tsx'
import { type DeskFrame, type Screen, screenPage } from './frame.tsx'
import type { DeskAnswer } from './server.ts'
import { deskWords } from './words.ts'

/** What a command printed, and how it ended. */
export interface Told {
  readonly exitCode: number
  readonly out: string
  readonly err: string
}

/** What the desk is made from. All it knows it asks of commands, and all it does commands do. */
export interface DeskTools {
  readonly language: Language
  readonly zone: Zone
  /** The path of the session, below which all pages stand. */
  readonly root: string
  readonly isReadOnly: boolean
  /** Executes a command of ours as if it had been typed. */
  readonly command: (words: readonly string[]) => Promise<Told>
  /** The same command as a person types it. */
  readonly typed: (words: readonly string[]) => string
  /** The pages over all days by the names of their files: the index, and that of the bank where there is one. */
  readonly indexPages: () => Promise<Readonly<Record<string, string>>>
  /** Null for a day of which nothing is known. */
  readonly dayPage: (date: SlotDate) => Promise<string | null>
  /** The cases that are not resolved, or of one settlement. */
  readonly cases: (words: readonly string[]) => Promise<SelectedDiscrepancies>
  /** The bytes of a file of reports; null when there is none. */
  readonly file: (path: string) => Promise<Uint8Array | null>
  readonly formToken: () => string
  /** Names of customers were shown. */
  readonly onNames: (words: readonly string[]) => void
}

/** What a page shows: the words of its command, its HTML, and the forms below it. */
export interface Shown {
  readonly words: readonly string[]
  readonly html: string
  readonly forms?: DeskFrame['forms']
}

export type PageOf = (tools: DeskTools, query: URLSearchParams) => Promise<Shown | DeskAnswer>

/** A page that is the answer of a question. */
const asked = async ({ command, language }: DeskTools, words: readonly string[]): Promise<Shown | DeskAnswer> => {
  const { exitCode, out, err } = await command([...words, '--format=html'])
  return exitCode === 0 ? { words, html: out } : troubled(language, words, { exitCode, err })
}

/** A page that is a screen of the terminal. */
const screen = async ({ command, language }: DeskTools, words: readonly string[]): Promise<Shown | DeskAnswer> => {
  const { exitCode, out, err } = await command(words)
  if (out === '') return troubled(language, words, { exitCode, err })
  return { words, html: screenPage(language, [screenOf(words, out)]) }
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
const troubled = (language: Language, words: readonly string[], told: Pick<Told, 'exitCode' | 'err'>): DeskAnswer => ({
  status: statusOf(told),
  type: HTML,
  body: screenPage(language, [screenOf(words, told.err)]),
})

export const isAnswer = (shown: Shown | DeskAnswer): shown is DeskAnswer => 'status' in shown

/** A question with forms below its answer; without them where nothing may be changed. */
const withForms = async (
  { isReadOnly }: DeskTools,
  page: Promise<Shown | DeskAnswer>,
  form: () => Promise<DeskFrame['forms']>,
): Promise<Shown | DeskAnswer> => {
  const shown = await page
  return isAnswer(shown) || isReadOnly ? shown : { ...shown, forms: await form() }
}

/** The document of a question; its digest is what forms carry. */
export const documentOf = async ({ command }: DeskTools, words: readonly string[]): Promise<string> =>
  (await command([...words, '--json'])).out

const textOf = (query: URLSearchParams, name: string): string => query.get(name) ?? ''

const today: PageOf = async ({ indexPages }) => ({ words: ['status'], html: (await indexPages())['index.html'] ?? '' })

const bank: PageOf = async (tools) => {
  const words = ['bank', 'list']
  const { 'bank.html': html } = await tools.indexPages()
  const page = html === undefined ? asked(tools, words) : Promise.resolve({ words, html })
  return withForms(tools, page, async () => {
    const [list, files] = [await documentOf(tools, words), await documentOf(tools, ['bank', 'files'])]
    return bankForms({
      ...{ language: tools.language, root: tools.root, token: tools.formToken },
      ...{ list: JSON.parse(list), files: JSON.parse(files), seen: digestOf(list), seenFiles: digestOf(files) },
    })
  })
}

export const PAGES: Readonly<Record<string, PageOf>> = {
  '': today,
  'index.html': today,
  todo: async (tools, query) => {
    const words = filterWords(query)
    const all = casesInOrder((await tools.cases(words)).whole.map(({ discrepancy }) => discrepancy))
    const token = tools.isReadOnly ? null : tools.formToken()
    const form = { ...tools, cases: viewOf(all, query), token, back: `todo?${query}` }
    return { words, html: todoPage(form, query) }
  },
  'todo.csv': async ({ command, language }, query) => {
    const words = [...filterWords(query), '--csv']
    const { exitCode, out, err } = await command(words)
    if (exitCode !== 0) return troubled(language, words, { exitCode, err })
    return { status: 200, type: CSV, body: out }
  },
  bank,
  'bank.html': bank,
  month: async (tools, query) => {
    const month = monthIn(textOf(query, 'month'))
    const words = ['month', ...(month === '' ? [] : [month])]
    return withForms(tools, asked(tools, words), async () => {
      const document = await documentOf(tools, words)
      const { language, root, formToken: token } = tools
      return monthForms({ month: JSON.parse(document), language, root, token, seen: digestOf(document) })
    })
  },
  find: async (tools, query) => {
    const names = query.has('names')
    const text = textOf(query, 'text').trim()
    if (text.startsWith('-')) return notThere(tools.language)
    const words = ['find', text, ...(names ? ['--names'] : [])]
    if (names) tools.onNames(words)
    return asked(tools, words)
  },
  settlement: async (tools, query) => {
    const [date, cycle] = [asSlotDate(textOf(query, 'date')), asCycle(textOf(query, 'cycle'))]
    if (date === null || cycle === null) return notThere(tools.language)
    const history = await documentOf(tools, ['history', date, cycle])
    const moments = momentsIn(history)
    const step = /^\d{1,6}$/.test(textOf(query, 'step')) ? Number(textOf(query, 'step')) : moments.length - 1
    const asOf = step < moments.length - 1 ? [`--as-of=${moments[step]?.number}`] : []
    const words = ['explain', date, cycle, ...asOf]
    const explained = await tools.command(words)
    if (explained.exitCode !== 0) return troubled(tools.language, words, explained)
    const past = ['history', date, cycle]
    const screens = [screenOf(words, explained.out), screenOf(past, (await tools.command(past)).out)]
    return {
      words,
      html: screenPage(tools.language, screens),
      forms: (
        <>
          {pastForm({ ...tools, slot: { date, cycle }, moments, step })}
          {asOf.length === 0 ? await casesOfSlot(tools, date, cycle) : null}
        </>
      ),
    }
  },
  discrepancy: async (tools, query) => asked(tools, ['discrepancies', 'show', idIn(textOf(query, 'id'))]),
  'in-transit': async (tools) => asked(tools, ['in-transit']),
  fees: async (tools) => screen(tools, ['fees']),
  chargebacks: async (tools) => asked(tools, ['chargebacks', 'list']),
  merchants: async (tools) => asked(tools, ['merchants', 'list']),
  settings: async (tools) => {
    const screens: Screen[] = []
    for (const words of [['doctor'], ['config'], ['readings']])
      screens.push(screenOf(words, (await tools.command(words)).out))
    return { words: ['doctor'], html: screenPage(tools.language, screens) }
  },
}

/** What a person can look back to: each reading and each check of a settlement, oldest first. */
const momentsIn = (document: string): readonly PastMoment[] => {
  const { history = [] }: { readonly history?: readonly PastMoment[] } = JSON.parse(document)
  return history
}

const casesOfSlot = async (tools: DeskTools, date: SlotDate, cycle: string): Promise<DeskFrame['forms']> => {
  const { whole } = await tools.cases(['discrepancies', 'list', `--date=${date}`, `--cycle=${cycle}`])
  const cases = casesInOrder(whole.map(({ discrepancy }) => discrepancy))
  if (cases.length === 0) return undefined
  return caseForm({
    ...tools,
    cases,
    token: tools.isReadOnly ? null : tools.formToken(),
    back: `settlement?date=${date}&cycle=${cycle}`,
  })
}

export const notThere = (language: Language): DeskAnswer => ({
  status: 404,
  type: HTML,
  body: screenPage(language, [{ title: 'Cuadre', text: deskWords('notThere', language) }]),
})
