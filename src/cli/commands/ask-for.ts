import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import * as clack from '@clack/prompts'
import { CSV_PROFILES, type CsvProfile } from '../../core/cell.ts'
import { type FirstAnswers, KEY_FLAGS, type KeyPlace, type ProposedAnswers } from '../../input/first-config.ts'
import { apiKey, baseUrl, plainText, type Reader, Refusal, variableName } from '../../input/setting-readers.ts'
import type { Both } from '../../std/both.ts'
import { LANGUAGES, type Language } from '../../words/language.ts'
import { fromHere } from '../framework/effective-settings.ts'
import { Interrupted } from '../framework/io.ts'

/** Asks a person questions on a terminal. */
interface Person {
  readonly input: Readable
  readonly output: Writable
  readonly signal: AbortSignal
  readonly cwd: string
  readonly language: Language
}

/** The person's answers to the questions that the flags leave open; null when the existing file is to stay. */
export const askFor = async (
  proposed: ProposedAnswers,
  person: Person,
): Promise<{ readonly answers: FirstAnswers; readonly apiKey: string } | null> => {
  const { configFile } = proposed
  clack.intro({ en: 'Cuadre: first set-up', es: 'Cuadre: primera instalación' }[person.language], person)
  if (existsSync(configFile)) {
    const message = {
      en: `${fromHere(configFile, person.cwd)} already exists. Replace it?`,
      es: `${fromHere(configFile, person.cwd)} ya existe. ¿Reemplazarlo?`,
    }[person.language]
    if (!(await answered(clack.confirm({ ...person, message, initialValue: false })))) return null
  }
  const url = proposed.isGiven('base-url') ? proposed.baseUrl : await address(proposed, person)
  const key = KEY_FLAGS.some(proposed.isGiven) ? proposed.key : await keyPlace(proposed, person)
  const out = proposed.isGiven('out')
    ? proposed.out
    : await path(
        person,
        { en: 'Folder of the reports?', es: '¿Carpeta de los informes?' }[person.language],
        fromHere(proposed.out, person.cwd),
      )
  const csvProfile = proposed.isGiven('csv-profile') ? proposed.csvProfile : await profile(proposed, person)
  const language = proposed.isGiven('language') ? proposed.language : await languageFor(proposed, person)
  const secret = key.kind === 'env-file' && !existsSync(key.path) ? await keyFor(key.path, person) : ''
  clack.outro(
    {
      en: 'Writing the files, and checking everything a run needs',
      es: 'Se escriben los archivos y se revisa todo lo que necesita una ejecución',
    }[person.language],
    person,
  )
  return { answers: { ...proposed, baseUrl: url ?? '', key, out, csvProfile, language }, apiKey: secret }
}

/** Ctrl-C at a question ends the command before anything is written. */
const answered = async <T>(answer: Promise<T | symbol>): Promise<T> => {
  const given = await answer
  if (typeof given === 'symbol')
    throw new Interrupted('SIGINT', {
      en: 'nothing was written: run it again',
      es: 'no se escribió nada: ejecútelo de nuevo',
    })
  return given as T
}

const line = async <T>(person: Person, message: string, proposed: string | null, reader: Reader<T>): Promise<T> => {
  const asked = { ...person, message, ...(proposed === null ? {} : { initialValue: proposed }) }
  const typed = await answered(
    clack.text({ ...asked, validate: (text) => refusalOf(text ?? '', reader, person.language) }),
  )
  return reader(typed) as T
}

/** The version is part of every base URL; without it the service answers only "not found". */
const address = async (proposed: ProposedAnswers, person: Person): Promise<string> => {
  const typed = await line(
    person,
    { en: 'Base URL of the service, with /v1?', es: '¿Dirección del servicio, con /v1?' }[person.language],
    proposed.baseUrl,
    baseUrl,
  )
  if (/\/v\d+$/.test(typed)) return typed
  const full = `${typed}/v1`
  const message = {
    en: `The address does not end with /v1. Use ${full}?`,
    es: `La dirección no termina en /v1. ¿Usar ${full}?`,
  }[person.language]
  return (await answered(clack.confirm({ ...person, message, initialValue: true }))) ? full : typed
}

const refusalOf = (text: string, reader: Reader<unknown>, language: Language): string | undefined => {
  const value = reader(text)
  return value instanceof Refusal
    ? { en: `It must be ${value.mustBe.en}`, es: `Debe ser ${value.mustBe.es}` }[language]
    : undefined
}

const path = async (person: Person, message: string, proposed: string): Promise<string> =>
  resolve(person.cwd, await line(person, message, proposed, plainText({ en: 'a path', es: 'una ruta' })))

const keyPlace = async (proposed: ProposedAnswers, person: Person): Promise<KeyPlace> => {
  const folder = dirname(proposed.configFile)
  const kind = await answered<KeyPlace['kind']>(
    clack.select({
      ...person,
      message: {
        en: 'Where is the key? It is never written into the settings file.',
        es: '¿Dónde está la clave? Nunca se escribe en el archivo de parámetros.',
      }[person.language],
      options: [
        {
          value: 'env-file',
          label: { en: 'in an env file', es: 'en un archivo de variables' }[person.language],
          hint: {
            en: 'cuadre.env, written now, readable by you alone',
            es: 'cuadre.env, se escribe ahora y solo usted puede leerlo',
          }[person.language],
        },
        {
          value: 'variable',
          label: { en: 'in an environment variable', es: 'en una variable de entorno' }[person.language],
          hint: { en: 'set by systemd, a container or CI', es: 'definida por systemd, un contenedor o CI' }[
            person.language
          ],
        },
        {
          value: 'file',
          label: { en: 'in a file of its own', es: 'en su propio archivo' }[person.language],
          hint: { en: 'such as a mounted secret', es: 'como un secreto montado' }[person.language],
        },
      ],
    }),
  )
  if (kind === 'variable') {
    return {
      kind,
      name: await line(
        person,
        { en: 'Name of the variable?', es: '¿Nombre de la variable?' }[person.language],
        'CUADRE_API_KEY',
        variableName,
      ),
    }
  }
  const otherwise = fromHere(join(folder, kind === 'file' ? 'cuadre.key' : 'cuadre.env'), person.cwd)
  return {
    kind,
    path: await path(
      person,
      kind === 'file'
        ? { en: 'Which file?', es: '¿Cuál archivo?' }[person.language]
        : { en: 'Which env file?', es: '¿Cuál archivo de variables?' }[person.language],
      otherwise,
    ),
  }
}

const profile = async (proposed: ProposedAnswers, person: Person): Promise<FirstAnswers['csvProfile']> =>
  answered<FirstAnswers['csvProfile']>(
    clack.select({
      ...person,
      message: { en: 'What opens the CSV files?', es: '¿Con qué se abren los archivos CSV?' }[person.language],
      initialValue: proposed.csvProfile,
      options: CSV_PROFILES.map((value) => {
        const { label, hint } = OPENED_BY[value]
        return { value, label: label[person.language], hint: hint[person.language] }
      }),
    }),
  )

const languageFor = async (proposed: ProposedAnswers, person: Person): Promise<FirstAnswers['language']> =>
  answered<FirstAnswers['language']>(
    clack.select({
      ...person,
      message: { en: 'Language of pages, workbooks and messages?', es: '¿En qué idioma quiere leer Cuadre?' }[
        person.language
      ],
      initialValue: proposed.language,
      options: LANGUAGES.map((value) => ({ value, label: NAMES[value] })),
    }),
  )

const NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

const OPENED_BY: Readonly<Record<CsvProfile, { readonly label: Both<string>; readonly hint: Both<string> }>> = {
  standard: {
    label: { en: 'programs and most spreadsheets', es: 'programas y la mayoría de las hojas de cálculo' },
    hint: { en: 'standard: comma, dot', es: 'standard: coma, punto' },
  },
  'excel-co': {
    label: { en: 'Excel in Colombia', es: 'Excel en Colombia' },
    hint: { en: 'excel-co: semicolon, decimal comma', es: 'excel-co: punto y coma, coma decimal' },
  },
  'excel-us': {
    label: { en: 'Excel in English', es: 'Excel en inglés' },
    hint: { en: 'excel-us: comma, dot', es: 'excel-us: coma, punto' },
  },
  raw: {
    label: { en: 'programs only', es: 'solo programas' },
    hint: { en: 'raw: without the guard against formulas', es: 'raw: sin la protección contra fórmulas' },
  },
}

/**
 * The key goes into the env file only, and is not shown while typed. A single quote is refused: shell, systemd and Docker read it
 * differently.
 */
const keyFor = async (file: string, person: Person): Promise<string> => {
  const message = {
    en: `The key (it goes into ${fromHere(file, person.cwd)} and nowhere else; Enter to put it there later)`,
    es: `La clave (va en ${fromHere(file, person.cwd)} y en ningún otro lugar; Enter para ponerla después)`,
  }[person.language]
  const validate = (text: string | undefined): string | undefined => {
    if (!text) return undefined
    if (text.includes("'"))
      return {
        en: 'A key with a quote has to be put into the file by hand: press Enter with nothing typed',
        es: 'Una clave con comilla se debe poner a mano en el archivo: presione Enter sin escribir nada',
      }[person.language]
    return refusalOf(text, apiKey, person.language)
  }
  return (await answered<string | undefined>(clack.password({ ...person, message, validate }))) ?? ''
}
