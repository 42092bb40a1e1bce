import { resolve } from 'node:path'
import { zoneByName } from '../../../config/zone/zone.ts'
import type { Both } from '../../../std/both.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import {
  type Command,
  type CommandArguments,
  DEBUG,
  type Flags,
  MERCHANT,
  usageError,
} from '../../framework/command.ts'
import { parseSlot } from '../../framework/dates.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { printMade, printPacks, printProof } from './audit-text.ts'

/** The database only: a pack needs no service. */
const DATABASE: Flags = {
  config: {
    kind: 'once',
    describe: { en: 'Settings file (cuadre.config.json)', es: 'Archivo de parámetros (cuadre.config.json)' },
  },
  db: {
    kind: 'once',
    describe: { en: 'Database (CUADRE_DB, ./data/cuadre.db)', es: 'Base de datos (CUADRE_DB, ./data/cuadre.db)' },
  },
  ...MERCHANT,
}
const MAKING: Flags = {
  out: {
    kind: 'once',
    describe: {
      en: 'Where the pack goes: a folder that is new or empty, or a new file that ends in .zip',
      es: 'Dónde queda el paquete: una carpeta nueva o vacía, o un archivo nuevo que termine en .zip',
    },
  },
  mask: {
    kind: 'switch',
    describe: {
      en: 'A copy for others: no document numbers, no names of customers',
      es: 'Una copia para otros: sin números de documento ni nombres de clientes',
    },
  },
}

export const audit: Command = {
  name: 'audit',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Evidence of one settlement: every answer of the service, ledgers, history; and its proof, offline',
    es: 'Soporte de una liquidación: cada respuesta del servicio, auxiliares, historia; y su prueba, sin conexión',
  },
  manual: [
    [
      'DATE CYCLE --out DIR [--mask] [--json]',
      'Evidence of one settlement, in a new folder or a new `.zip`: every answer of the service byte for byte, ledgers, discrepancies with their history, policy, a page to read, and the SHA-256 of each file. It prints the SHA-256 that proves the pack, and stores it in the database.',
    ],
    ['DATE CYCLE --made [--json]', 'The packs made of a settlement, each with the SHA-256 that proves it.'],
    [
      '--verify DIR [--digest HEX] [--json]',
      'Proves without database and network that a pack is complete and unchanged (0), or names what was altered, added or is missing (6).',
    ],
  ],
  operand: '[date] [cycle]',
  examples: [
    [
      'cuadre audit 2026-03-12 11 --out evidence',
      {
        en: 'make the pack; it prints the number that proves it',
        es: 'hace el paquete; imprime el número que lo prueba',
      },
      'cuadre audit 2026-03-12 11 --out soporte',
    ],
    [
      'cuadre audit 2026-03-12 11 --out evidence.zip --mask',
      { en: 'a copy for others, in one file', es: 'una copia para otros, en un solo archivo' },
      'cuadre audit 2026-03-12 11 --out soporte.zip --mask',
    ],
    [
      'cuadre audit --verify evidence --digest 4f0c...',
      {
        en: 'prove that it is complete and unchanged, without database and network',
        es: 'prueba que está completo y sin cambios, sin base de datos ni red',
      },
      'cuadre audit --verify soporte --digest 4f0c...',
    ],
    [
      'cuadre audit 2026-03-12 11 --made',
      {
        en: 'the packs made of this settlement, with their numbers',
        es: 'los paquetes hechos de esta liquidación, con sus números',
      },
    ],
  ],
  flags: {
    ...MAKING,
    made: {
      kind: 'switch',
      describe: {
        en: 'List the packs that were made of the settlement, and make none',
        es: 'Enumera los paquetes que se hicieron de la liquidación, y no hace ninguno',
      },
    },
    verify: {
      kind: 'once',
      describe: {
        en: 'Verify this pack, a folder or a .zip; nothing else is read',
        es: 'Verifica este paquete, una carpeta o un .zip; no se lee nada más',
      },
    },
    digest: {
      kind: 'once',
      describe: {
        en: 'SHA-256 of its manifest as it was printed; only with --verify',
        es: 'SHA-256 de su manifiesto, como se imprimió; solo con --verify',
      },
    },
    ...JSON_FLAG,
    ...DATABASE,
    ...DEBUG,
  },
  execute: async (given, io) => {
    if (given.text('verify') !== undefined) return verify(given, io)
    if (given.text('digest') !== undefined)
      throw usageError(
        { en: '--digest needs --verify', es: '--digest necesita --verify' },
        { en: 'name the pack to prove', es: 'indique el paquete que se va a probar' },
      )
    if (given.operands.length < 2) {
      throw usageError(
        {
          en: '"cuadre audit" needs a date and a cycle, or --verify',
          es: '"cuadre audit" necesita una fecha y un ciclo, o --verify',
        },
        { en: 'see "cuadre audit --help"', es: 'vea "cuadre audit --help"' },
      )
    }
    return given.isOn('made') ? list(given, io) : make(given, io)
  },
}

const make = async (given: CommandArguments, io: Io): Promise<number> => {
  const slot = parseSlot(given)
  const out = given.text('out') ?? ''
  if (out === '')
    throw usageError(
      { en: '--out is missing', es: 'falta --out' },
      {
        en: 'name a folder that is new or empty, or a .zip: --out evidence',
        es: 'indique una carpeta nueva o vacía, o un .zip: --out soporte',
      },
    )
  const context = contextOf(given, io)
  const { auditSlot } = await import('../../../../jobs/audit.ts')
  const made = await auditSlot({ ...context, masked: given.isOn('mask') }, slot, resolve(io.cwd, out))
  return printMade(made, out, given, io)
}

const list = async (given: CommandArguments, io: Io): Promise<number> => {
  refuse(given, Object.keys(MAKING), { en: '--made makes no pack', es: '--made no hace ningún paquete' })
  const slot = parseSlot(given)
  const context = contextOf(given, io)
  const { auditPacksOf } = await import('../../../../jobs/audit.ts')
  return printPacks(slot, await auditPacksOf(context, slot), context.zone, given, io)
}

const contextOf = (given: CommandArguments, io: Io) => {
  const { settings } = effectiveSettings(given, io, { out: undefined, baseUrl: undefined })
  return { ...io, settings, zone: zoneByName(settings.policy.timeZone), version: versionOfPackage() }
}

/** Verifies the pack alone: it reads no settings, no database and no network. */
const verify = async (given: CommandArguments, io: Io): Promise<number> => {
  if (given.operands.length > 0) {
    throw usageError(
      { en: '--verify takes no date and no cycle', es: '--verify no lleva fecha ni ciclo' },
      { en: 'the pack itself names its settlement', es: 'el paquete mismo nombra su liquidación' },
    )
  }
  refuse(given, [...Object.keys(MAKING), 'made', ...Object.keys(DATABASE)], {
    en: '--verify reads the pack and nothing else',
    es: '--verify lee el paquete y nada más',
  })
  const pack = given.text('verify') ?? ''
  if (pack === '')
    throw usageError(
      { en: '--verify is empty', es: '--verify está vacía' },
      { en: 'name the folder or the .zip file of a pack', es: 'indique la carpeta o el archivo .zip de un paquete' },
    )
  const { provePack } = await import('../../../publish/pack/proof.ts')
  const digest = parseDigest(given)
  return printProof(await provePack(resolve(io.cwd, pack), digest, io.signal), pack, digest, given, io)
}

const refuse = (given: CommandArguments, flags: readonly string[], why: Both<string>): void => {
  const odd = flags.find((flag) => given.isOn(flag) || given.text(flag) !== undefined)
  if (odd !== undefined)
    throw usageError(
      { en: `${why.en}; --${odd} cannot be used with it`, es: `${why.es}; --${odd} no se puede usar con ella` },
      { en: 'leave it out', es: 'omítala' },
    )
}

const parseDigest = ({ text }: CommandArguments): string | null => {
  const digest = text('digest')?.trim().toLowerCase()
  if (digest === undefined) return null
  if (/^[0-9a-f]{64}$/.test(digest)) return digest
  throw usageError(
    { en: '--digest is not a SHA-256', es: '--digest no es un SHA-256' },
    {
      en: 'give all 64 hex digits, as they were printed when the pack was made',
      es: 'dé los 64 dígitos hexadecimales, como se mostraron al hacer el paquete',
    },
  )
}
