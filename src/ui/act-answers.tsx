import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { uniqueSlots } from '../core/slot.ts'
import { groupCases } from '../rules/assessment/case.ts'
import {
  ACTS,
  type ActOfForm,
  caseValue,
  digestOf,
  type Filled,
  IMPORT,
  IMPORT_PREVIEWED,
  idOf,
  LETTER,
  LONG,
  missingIn,
} from './acts.ts'
import { EVERY_STATE } from './cases.tsx'
import { ActForm, UploadForm } from './forms.tsx'
import { plainPage } from './frame.tsx'
import { documentOf, notThere, statusOf } from './pages.tsx'
import type { DeskAct, DeskAnswer } from './server.ts'
import type { Asking, DeskTools, Notice, Shown, Told } from './tools.ts'
import { deskWords } from './words.ts'
import type { Work } from './work.tsx'

/** How an act is answered with a page. */
interface ActPages {
  readonly page: (shown: Shown, notice?: Notice) => DeskAnswer
  /** The page of the form once more, as it is now, below what is said of the act. */
  readonly again: (back: string, notice: Notice) => Promise<DeskAnswer>
}

const REFUSED: Notice = { status: 422, said: [] }

/** Answers acts, one after the other, and each of them once. */
export const actAnswers = (tools: DeskTools, work: Work, pages: ActPages) => {
  const { language } = tools
  const { page, again } = pages
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
    const back = safeBack(filled.text('back'))
    if (path === IMPORT) return uploads.preview(form, pages)
    if (path === IMPORT_PREVIEWED) {
      const upload = uploads.of(filled.text('token'))
      if (upload === undefined) return page(notThere(language))
      return { status: 303, to: `../${work.start(upload.words, upload.shown, upload.shown[0] ?? 'bank')}` }
    }
    if (Object.hasOwn(LONG, path)) {
      const words = LONG[path]?.(filled, tools.fileNamed) ?? []
      return { status: 303, to: `../${work.start(words, words, back)}` }
    }
    if (path === LETTER) {
      const letter = await letterPage(tools, filled, back)
      return letter === null ? again(back, { ...REFUSED, said: [deskWords('nothingToAsk', language)] }) : page(letter)
    }
    const known = Object.hasOwn(ACTS, path) ? ACTS[path] : undefined
    if (known === undefined) return page(notThere(language))
    const refused = await perform(tools, known, filled)
    if (refused !== null) return again(back, refused)
    return { status: 303, to: `../${path.startsWith('act/claim-') ? 'claims' : back}` }
  }

  return { act, close: uploads.close }
}

/** A text for the operator about the chosen cases; nothing is written. Null when none is for it to answer. */
const letterPage = async (tools: DeskTools, filled: Filled, back: string): Promise<Shown | null> => {
  const { language, root } = tools
  const ids = new Set(filled.all('case').map(idOf))
  const chosen = (await tools.cases(['discrepancies', 'list'])).filter((one) => ids.has(one.case))
  const text = await tools.letter(ids, uniqueSlots(chosen.map(({ slot }) => slot)))
  if (text === '') return null
  const body = (
    <section>
      <pre class="letter">{text}</pre>
      <p>
        <a href={`${root}${back}`}>{deskWords('goOn', language)}</a>
      </p>
    </section>
  )
  return { words: [], html: plainPage(language, deskWords('letter', language), body) }
}

/** Does an act by its command; null when it was done. */
const perform = async (tools: DeskTools, act: ActOfForm, filled: Filled): Promise<Notice | null> => {
  const { language } = tools
  const missing = missingIn(act, filled).map((word) => deskWords(word, language))
  if (missing.length > 0) return { ...REFUSED, said: [`${deskWords('missing', language)} ${missing.join(', ')}`] }
  const words = act.words(filled, tools.fileNamed)
  let changed: readonly string[] | null = null
  // Asked while the database is locked: between this and the act nothing else can change it. Locked again, the act has changed it.
  const told = await tools.command(words, async () => {
    changed ??= await changedSince(tools.anew, tools.typed, act, filled)
    if (changed.length > 0) throw new Error('what the page showed has changed')
  })
  const seen: readonly string[] = changed ?? []
  if (seen.length > 0) return { status: 409, said: [deskWords('changed', language), ...seen] }
  const refused = refusedBy(words, told)
  if (refused?.status !== 423) return refused
  return { ...refused, said: [deskWords('locked', language), ...refused.said] }
}

/** What is not as the page showed it. */
const changedSince = async (
  anew: Asking,
  typed: DeskTools['typed'],
  { shown }: ActOfForm,
  filled: Filled,
): Promise<readonly string[]> => {
  if (shown === 'cases') return changedCases(anew, filled.all('case'))
  const words = shown(filled)
  return digestOf(await documentOf(anew, words)) === filled.text('seen') ? [] : [typed(words)]
}

const changedCases = async (anew: Asking, values: readonly string[]): Promise<readonly string[]> => {
  if (values.length === 0) return []
  const now = new Set(groupCases(await anew.cases(['discrepancies', 'list', ...EVERY_STATE])).map(caseValue))
  return values.filter((value) => !now.has(value)).map(idOf)
}

/** Null when it was done. A file of the bank may be imported although its totals differ from what was expected. */
const refusedBy = (words: readonly string[], told: Told): Notice | null =>
  told.exitCode === 0 || (words[0] === 'bank' && told.exitCode === 3)
    ? null
    : { status: statusOf(told), said: [told.err || told.out] }

/** How an uploaded file is imported, and how a person reads that. */
interface Upload {
  readonly words: readonly string[]
  readonly shown: readonly string[]
}

/** Files that were uploaded: each is looked at, and imported when a person says so. */
const uploadsOf = (tools: DeskTools) => {
  const { language } = tools
  const previews = new Map<string, Upload>()
  let folder: string | null = null
  return {
    /** The file that was looked at with this token. */
    of: (token: string): Upload | undefined => previews.get(token),
    preview: async (form: FormData, { page, again }: ActPages): Promise<DeskAnswer> => {
      const kind = form.get('back') === 'receivables' ? 'receivables' : 'bank'
      const file = form.get('file')
      if (!(file instanceof File) || file.size === 0)
        return again(kind, { ...REFUSED, said: [`${deskWords('missing', language)} ${deskWords('file', language)}`] })
      const name = safeName(file.name)
      folder ??= await mkdtemp(join(tmpdir(), 'cuadre-ui-'))
      const path = join(await mkdtemp(join(folder, 'file-')), name)
      await writeFile(path, new Uint8Array(await file.arrayBuffer()), { mode: 0o600 })
      const more = (['account', 'month'] as const).flatMap((flag) => {
        const value = String(form.get(flag) ?? '')
        return value === '' ? [] : [`--${flag}=${value}`]
      })
      const words = [kind, 'import', path, ...more]
      const { out: html, err } = await tools.page([...words, '--guess'])
      if (html === '') return again(kind, { ...REFUSED, said: [err] })
      const shown = [kind, 'import', name, ...more]
      const { refusal, isProposed } = JSON.parse(await documentOf(tools, [...words, '--guess']))
      if (refusal !== null || isProposed)
        return page({ words: [...shown, '--guess'], html, forms: <UploadForm of={tools} kind={kind} /> }, REFUSED)
      const token = tools.formToken()
      previews.set(token, { words, shown })
      const forms = <ActForm of={{ ...tools, formToken: () => token }} path="import" back={kind} button="import" />
      return page({ words: shown, html, forms })
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
