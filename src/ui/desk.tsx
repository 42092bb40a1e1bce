import { readFileSync } from 'node:fs'
import { asSlotDate } from '../core/slot.ts'
import type { Language } from '../words/language.ts'
import { actAnswers } from './act-answers.tsx'
import { IMPORT } from './acts.ts'
import { dressed, SCRIPT, screenPage } from './frame.tsx'
import { CSV, type DeskTools, HTML, isAnswer, notThere, PAGES, type Shown } from './pages.tsx'
import type { Desk, DeskAnswer, DeskRequest } from './server.ts'
import { type DeskWord, deskWords } from './words.ts'

const DAY_PAGE = /^(\d{4}-\d\d-\d\d)\/report\.html$/
/** Files of reports, as links of the pages name them. */
const REPORT_FILE = /^(?:(?:statement|fees|export|journal|receivables)\/)?[\d_-]{7,21}\/[\w.-]+\.(csv|xlsx|html|json)$/
const TYPES: Readonly<Record<string, string>> = {
  csv: CSV,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: HTML,
  json: 'application/json',
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
  const { language, root } = tools

  const dress = ({ words, html, forms }: Shown, notice: Notice = NOTHING): DeskAnswer => ({
    status: notice.status,
    type: HTML,
    body: dressed(html, {
      ...{ language, root, forms, said: notice.said },
      command: words.length === 0 ? null : tools.typed(words),
    }),
  })

  const wrapped = (answer: DeskAnswer): DeskAnswer =>
    'body' in answer && typeof answer.body === 'string'
      ? { ...answer, body: dressed(answer.body, { language, root, command: null }) }
      : answer

  const page = async ({ path, query }: DeskRequest, notice: Notice = NOTHING): Promise<DeskAnswer> => {
    if (path === SCRIPT) return { status: 200, type: 'text/javascript; charset=utf-8', body: readScript() }
    const known = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined
    if (known !== undefined) {
      const shown = await known(tools, query)
      return isAnswer(shown) ? wrapped(shown) : dress(shown, notice)
    }
    const date = asSlotDate(DAY_PAGE.exec(path)?.[1] ?? '')
    if (date !== null) {
      const html = await tools.dayPage(date)
      return html === null ? wrapped(notThere(language)) : dress({ words: ['check', `--date=${date}`], html })
    }
    const [, kind = ''] = REPORT_FILE.exec(path) ?? []
    const bytes = kind === '' ? null : await tools.file(path)
    return bytes === null ? wrapped(notThere(language)) : { status: 200, type: TYPES[kind] ?? HTML, body: bytes }
  }

  const { act, close } = actAnswers(tools, {
    page: dress,
    again: (back, status, said) => {
      const { pathname, searchParams: query } = new URL(back, 'http://localhost')
      return page({ path: pathname.slice(1), query }, { status, said })
    },
    wrapped,
  })
  return {
    ...{ act, close, page },
    takesFile: (path) => path === IMPORT,
    refusal: (why) => refusalPage(why, language),
  }
}

/** What is said above a page that is shown again since an act was not done. */
interface Notice {
  readonly status: 200 | 409 | 422 | 423 | 500
  readonly said: readonly string[]
}
const NOTHING: Notice = { status: 200, said: [] }
