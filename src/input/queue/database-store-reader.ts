import { isObject } from '../../std/json/json-object.ts'
import { defineReader, type Reader, Refusal, type Schema } from '../setting-readers.ts'

/**
 * Where the databases of a queue's merchants are stored: in a folder, or behind two commands that fetch and store an
 * object.
 */
export type DatabaseStoreSetting =
  | { readonly folder: string }
  | { readonly fetch: readonly [string, ...string[]]; readonly give: readonly [string, ...string[]] }

const WORDS: Schema = { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 }
const SCHEMA: Schema = {
  anyOf: [
    { type: 'null' },
    {
      type: 'object',
      properties: { folder: { type: 'string', minLength: 1 } },
      required: ['folder'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { fetch: WORDS, give: WORDS },
      required: ['fetch', 'give'],
      additionalProperties: false,
    },
  ],
}

export const databaseStoreReader: Reader<DatabaseStoreSetting | null> = defineReader(SCHEMA, (raw) => {
  if (raw === null) return null
  if (isObject(raw)) {
    const { folder, fetch, give } = raw
    const names = Object.keys(raw)
    if (names.length === 1 && typeof folder === 'string' && folder !== '') return { folder }
    if (names.length === 2 && isCommand(fetch) && isCommand(give)) return { fetch, give }
  }
  return new Refusal({
    en: 'null, or {"folder": "..."}, or {"fetch": [...], "give": [...]}: two commands, each with the words {object} and {file}',
    es: 'null, o {"folder": "..."}, o {"fetch": [...], "give": [...]}: dos comandos, cada uno con las palabras {object} y {file}',
  })
})

const isCommand = (value: unknown): value is readonly [string, ...string[]] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((word) => typeof word === 'string' && word !== '') &&
  ['{object}', '{file}'].every((place) => value.some((word) => word.includes(place)))
