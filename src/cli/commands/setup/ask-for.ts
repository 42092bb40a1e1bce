import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import * as clack from '@clack/prompts'
import type { FirstAnswers, KeyPlace } from '../../../config/first-config.ts'
import { apiKey, baseUrl, plainText, type Reader, Refusal, variableName } from '../../../config/readers.ts'
import { CSV_PROFILES, type CsvProfile } from '../../../domain/csv-profile.ts'
import { LANGUAGES, type Language } from '../../../i18n/language.ts'
import { fromHere } from '../../framework/from-here.ts'
import { Interrupted } from '../../framework/io.ts'
import { isKeyPlaceGiven, type Proposed } from './init-answers.ts'

/** A person, who is asked and answers. */
export interface Person {
  readonly input: Readable
  readonly output: Writable
  readonly signal: AbortSignal
  readonly cwd: string
}

/** What a person answers to what the flags have left open; null when they do not want the file replaced. */
export const askFor = async (
  proposed: Proposed,
  person: Person,
): Promise<{ readonly answers: FirstAnswers; readonly apiKey: string } | null> => {
  const { configFile } = proposed
  clack.intro('Cuadre: first set-up', person)
  if (existsSync(configFile)) {
    const message = `${fromHere(configFile, person.cwd)} is there already. Replace it?`
    if (!(await answered(clack.confirm({ ...person, message, initialValue: false })))) return null
  }
  const url = proposed.isGiven('base-url') ? proposed.baseUrl : await address(proposed, person)
  const key = isKeyPlaceGiven(proposed) ? proposed.key : await keyPlace(proposed, person)
  const out = proposed.isGiven('out')
    ? proposed.out
    : await path(person, 'Folder of the reports?', fromHere(proposed.out, person.cwd))
  const csvProfile = proposed.isGiven('csv-profile') ? proposed.csvProfile : await profile(proposed, person)
  const language = proposed.isGiven('language') ? proposed.language : await languageFor(proposed, person)
  const secret = key.kind === 'env-file' && !existsSync(key.path) ? await keyFor(key.path, person) : ''
  clack.outro('Writing the files, and checking everything a run needs', person)
  return { answers: { ...proposed, baseUrl: url ?? '', key, out, csvProfile, language }, apiKey: secret }
}

/** Ctrl-C at a question ends it before anything was written. */
const answered = async <T>(answer: Promise<T | symbol>): Promise<T> => {
  const given = await answer
  if (typeof given === 'symbol') throw new Interrupted('SIGINT', 'nothing was written: run it again')
  return given as T
}

const line = async <T>(person: Person, message: string, proposed: string | null, reader: Reader<T>): Promise<T> => {
  const asked = { ...person, message, ...(proposed === null ? {} : { initialValue: proposed }) }
  const typed = await answered(clack.text({ ...asked, validate: (text) => refusalOf(text ?? '', reader) }))
  return reader(typed) as T
}

/** Every address of the service ends with its version; one without it answers nothing but "not found". */
const address = async (proposed: Proposed, person: Person): Promise<string> => {
  const typed = await line(person, 'Base URL of the service, with /v1?', proposed.baseUrl, baseUrl)
  if (/\/v\d+$/.test(typed)) return typed
  const full = `${typed}/v1`
  const message = `The address does not end with /v1. Use ${full}?`
  return (await answered(clack.confirm({ ...person, message, initialValue: true }))) ? full : typed
}

const refusalOf = (text: string, reader: Reader<unknown>): string | undefined => {
  const value = reader(text)
  return value instanceof Refusal ? `It must be ${value.mustBe}` : undefined
}

const path = async (person: Person, message: string, proposed: string): Promise<string> =>
  resolve(person.cwd, await line(person, message, proposed, plainText('a path')))

const keyPlace = async (proposed: Proposed, person: Person): Promise<KeyPlace> => {
  const folder = dirname(proposed.configFile)
  const kind = await answered<KeyPlace['kind']>(
    clack.select({
      ...person,
      message: 'Where is the key? It is never written into the settings file.',
      options: [
        { value: 'env-file', label: 'in an env file', hint: 'cuadre.env, written now, readable by you alone' },
        { value: 'variable', label: 'in an environment variable', hint: 'set by systemd, a container or CI' },
        { value: 'file', label: 'in a file of its own', hint: 'such as a mounted secret' },
      ],
    }),
  )
  if (kind === 'variable') {
    return { kind, name: await line(person, 'Name of the variable?', 'CUADRE_API_KEY', variableName) }
  }
  const otherwise = fromHere(join(folder, kind === 'file' ? 'cuadre.key' : 'cuadre.env'), person.cwd)
  return { kind, path: await path(person, kind === 'file' ? 'Which file?' : 'Which env file?', otherwise) }
}

const profile = async (proposed: Proposed, person: Person): Promise<FirstAnswers['csvProfile']> =>
  answered<FirstAnswers['csvProfile']>(
    clack.select({
      ...person,
      message: 'What opens the CSV files?',
      initialValue: proposed.csvProfile,
      options: CSV_PROFILES.map((value) => ({ value, ...OPENED_BY[value] })),
    }),
  )

const languageFor = async (proposed: Proposed, person: Person): Promise<FirstAnswers['language']> =>
  answered<FirstAnswers['language']>(
    clack.select({
      ...person,
      message: 'Language of pages and workbooks?',
      initialValue: proposed.language,
      options: LANGUAGES.map((value) => ({ value, label: NAMES[value] })),
    }),
  )

const NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

const OPENED_BY: Readonly<Record<CsvProfile, { readonly label: string; readonly hint: string }>> = {
  standard: { label: 'programs and most spreadsheets', hint: 'standard: comma, dot' },
  'excel-co': { label: 'Excel in Colombia', hint: 'excel-co: semicolon, decimal comma' },
  'excel-us': { label: 'Excel in English', hint: 'excel-us: comma, dot' },
  raw: { label: 'programs only', hint: 'raw: without the guard against formulas' },
}

/** Into the env file only, and not shown. A single quote cannot be written so that a shell, systemd and Docker read it alike. */
const keyFor = async (file: string, person: Person): Promise<string> => {
  const message = `The key (it goes into ${fromHere(file, person.cwd)} and nowhere else; Enter to put it there later)`
  const validate = (text: string | undefined): string | undefined => {
    if (!text) return undefined
    if (text.includes("'"))
      return 'A key with a quote has to be put into the file by hand: press Enter with nothing typed'
    return refusalOf(text, apiKey)
  }
  return (await answered<string | undefined>(clack.password({ ...person, message, validate }))) ?? ''
}
