import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { casesInOrder } from '../rules/account/to-do.ts'
import { ACTS, type ActOfForm, caseValue, digestOf, type Filled, IMPORT, IMPORT_PREVIEWED, idOf } from './acts.ts'
import { EVERY_STATE } from './cases.tsx'
import { importForm } from './forms.tsx'
import { screenPage } from './frame.tsx'
import { type DeskTools, documentOf, notThere, type Shown, statusOf, type Told } from './pages.tsx'
import type { DeskAct, DeskAnswer } from './server.ts'
import { deskWords } from './words.ts'

/** How an act is answered with a page. */
interface ActPages {
  readonly page: (shown: Shown) => DeskAnswer
  /** The page of the form once more, as it is now, below what is said of the act. */
  readonly again: (back: string, status: Refused['status'], said: readonly string[]) => Promise<DeskAnswer>
  readonly wrapped: (answer: DeskAnswer) => DeskAnswer
}

/** What is said of an act that was not done. */
interface Refused {
  readonly status: 409 | 422 | 423 | 500
  readonly said: readonly string[]
}

/** Answers acts, one after the other, and each of them once. */
export const actAnswers = (tools: DeskTools, { page, again, wrapped }: ActPages) => {
  const { language } = tools
  const uploads = uploadsOf(tools)
  /** What became of the act of each form: pressed again it is not done again. */
  const done = new Map<string, Promise<DeskAnswer>>()
  let last: Promise<unknown> = Promise.resolve()

  const act = (asked: DeskAct): Promise<DeskAnswer> => {
    const token = String(asked.form.get('token'))
    const before = done.get(token)
    if (before !== undefined) return before
    const answer = last.then(() => answerOf(asked))
    done.set(token, answer)
    last = answer.then(
      ({ status }) => {
        // Of an act that was refused nothing was written: its form may be filled in better, and sent again.
        if (status !== 303 && status !== 500) done.delete(token)
      },
      () => undefined,
    )
    return answer
  }

  const answerOf = async ({ path, form }: DeskAct): Promise<DeskAnswer> => {
    const filled = filledIn(form)
    const back = path === IMPORT || path === IMPORT_PREVIEWED ? 'bank' : safeBack(filled.text('back'))
    if (path === IMPORT) {
      const previewed = await uploads.preview(form)
      return 'said' in previewed ? again(back, previewed.status, previewed.said) : page(previewed)
    }
    const known = Object.hasOwn(ACTS, path) ? ACTS[path] : undefined
    const words = path === IMPORT_PREVIEWED ? uploads.wordsOf(filled.text('token')) : known?.words(filled)
    if (words === undefined) return wrapped(notThere(language))
    const changed = known === undefined ? [] : await changedSince(known, filled)
    if (changed.length > 0) return again(back, 409, [deskWords('changed', language), ...changed])
    const refused = refusedBy(words, await tools.command(words))
    return refused === null ? { status: 303, to: `../${back}` } : again(back, refused.status, refused.said)
  }

  /** What is not as the page showed it. */
  const changedSince = async ({ shown }: ActOfForm, filled: Filled): Promise<readonly string[]> => {
    if (shown.kind === 'cases') return changedCases(filled.all('case'))
    const words = shown.words(filled)
    return digestOf(await documentOf(tools, words)) === filled.text('seen') ? [] : [tools.typed(words)]
  }

  const changedCases = async (values: readonly string[]): Promise<readonly string[]> => {
    if (values.length === 0) return []
    const { whole } = await tools.cases(['discrepancies', 'list', ...EVERY_STATE])
    const now = new Set(casesInOrder(whole.map(({ discrepancy }) => discrepancy)).map(caseValue))
    return values.filter((value) => !now.has(value)).map(idOf)
  }

  return { act, close: uploads.close }
}

/** Null when it was done. A file of the bank may be imported although its totals differ from what was expected. */
const refusedBy = (words: readonly string[], told: Told): Refused | null =>
  told.exitCode === 0 || (words[0] === 'bank' && told.exitCode === 3)
    ? null
    : { status: statusOf(told), said: [told.err || told.out] }

/** Files that were uploaded: each is looked at, and imported when a person says so. */
const uploadsOf = (tools: DeskTools) => {
  const { language } = tools
  const previews = new Map<string, readonly string[]>()
  let folder: string | null = null
  return {
    /** The words that import the file that was looked at with this token. */
    wordsOf: (token: string): readonly string[] | undefined => {
      const words = previews.get(token)
      previews.delete(token)
      return words
    },
    preview: async (form: FormData): Promise<Shown | Refused> => {
      const file = form.get('file')
      if (!(file instanceof File) || file.size === 0)
        return { status: 422, said: [`${deskWords('missing', language)} ${deskWords('file', language)}`] }
      const name = safeName(file.name)
      folder ??= await mkdtemp(join(tmpdir(), 'cuadre-ui-'))
      const path = join(await mkdtemp(join(folder, 'file-')), name)
      await writeFile(path, new Uint8Array(await file.arrayBuffer()), { mode: 0o600 })
      const account = String(form.get('account') ?? '')
      const more = account === '' ? [] : [`--account=${account}`]
      const words = ['bank', 'import', path, ...more]
      const { out, err } = await tools.command([...words, '--guess'])
      const token = tools.formToken()
      previews.set(token, words)
      const typed = ['bank', 'import', name, ...more]
      return {
        words: typed,
        html: screenPage(language, [{ title: typed.join(' '), text: out || err }]),
        forms: importForm({ language, root: tools.root, token }),
      }
    },
    close: async (): Promise<void> => {
      if (folder !== null) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A page of the desk, below the root of the merchant; never another place. */
const safeBack = (back: string): string => (/^[a-z-]{1,20}(\?[\w=&.%:+-]*)?$/.test(back) ? back : 'todo')

/** The name of an uploaded file without its folders and without signs that a terminal or a shell reads. */
const safeName = (name: string): string =>
  basename(name)
    .replaceAll(/[^\p{L}\p{N}. _-]/gu, '_')
    .slice(0, 80) || 'file'

const filledIn = (form: FormData): Filled => ({
  text: (name) => String(form.get(name) ?? '').trim(),
  all: (name) => form.getAll(name).map((one) => String(one).trim()),
})
