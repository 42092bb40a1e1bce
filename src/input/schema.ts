import type { Json } from '../core/cell.ts'
import { FILE_SETTINGS, NAMES } from './file-settings.ts'
import { plainText, type Schema, variableName } from './setting-readers.ts'
import { MERCHANT_NAME } from './sources/config-file.ts'

/**
 * The JSON Schema (draft 7, which editors support) of `cuadre.config.json`, made from the list of settings with which
 * the file is read. It accepts everything that the program accepts. The program itself checks what JSON Schema cannot:
 * that a time zone exists, and that a sum has at most two decimals.
 */
export const configSchema = (): Schema => {
  const settings = new Map<string, Schema>()
  for (const [name, { reader, otherwise, meaning }] of Object.entries(FILE_SETTINGS)) {
    settings.set(name, { description: meaning.en, ...reader.schema, ...defaultOf(otherwise) })
  }
  const all = (names: readonly string[]): Schema =>
    Object.fromEntries(names.map((name) => [name, settings.get(name) ?? placeSchema(name)]))
  const policy: Schema = {
    description: 'Settings may be grouped here, or stand by themselves.',
    type: 'object',
    additionalProperties: false,
    properties: all(NAMES.policy),
  }
  const merchant: Schema = {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { description: 'Name of the merchant, and of its folder.', type: 'string', pattern: MERCHANT_NAME.source },
      ...all(NAMES.merchant),
      policy,
    },
  }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of cuadre',
    description:
      'Flags and environment variables win over what stands here. Keys never stand here: only where they are.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...all(NAMES.all),
      policy,
      merchants: {
        description:
          'Several merchants, each with what is its own: here, in a folder of files NAME.json, or one JSON object a line printed by a command.',
        anyOf: [
          { type: 'array', minItems: 1, items: merchant },
          singleProperty('folder', TEXT),
          singleProperty('command', WORDS),
        ],
      },
    },
  }
}

const TEXT: Schema = { type: 'string', minLength: 1 }
const WORDS: Schema = { type: 'array', minItems: 1, items: TEXT }

/** The schema of an object with one member. */
const singleProperty = (name: string, value: Schema): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: [name],
  properties: { [name]: value },
})

/** A default of null is left out, so that editors do not propose it. */
const defaultOf = (otherwise: Json): Schema => (otherwise === null ? {} : { default: otherwise })

/** The setting that names the variable or the file of a key. */
const placeSchema = (name: string): Schema => {
  if (name === 'envFile') {
    const description = 'A file that sets variables, one NAME=value a line; those of the process win.'
    return { description, ...plainText({ en: 'a path', es: 'una ruta' }).schema }
  }
  const secret = name.replace(/(Variable|File)$/, '')
  return name.endsWith('Variable')
    ? { description: `The environment variable that holds the ${secret}.`, ...variableName.schema }
    : { description: `The file that holds the ${secret}.`, ...plainText({ en: 'a path', es: 'una ruta' }).schema }
}
