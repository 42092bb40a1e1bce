import { resolve } from 'node:path'
import { zoneNamed } from '../../../config/zone/zone.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, type Flags, type Given, MERCHANT, usageError } from '../../framework/command.ts'
import { slotGiven } from '../../framework/dates.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { printMade, printPacks, printProof } from './audit-text.ts'

/** Where the database is. The address of the service is none of a pack's business. */
const DATABASE: Flags = {
  config: { kind: 'once', describe: 'Settings file (cuadre.config.json)' },
  db: { kind: 'once', describe: 'Database (CUADRE_DB, ./data/cuadre.db)' },
  ...MERCHANT,
}
const MAKING: Flags = {
  out: {
    kind: 'once',
    describe: 'Where the pack goes: a folder that is new or empty, or a new file that ends in .zip',
  },
  mask: { kind: 'switch', describe: 'A copy for others: no document numbers, no names of customers' },
}

export const audit: Command = {
  name: 'audit',
  group: 'month-end',
  exits: ['locked'],
  describe: 'Evidence of one settlement: every answer of the service, ledgers, history; and its proof, offline',
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
    ['cuadre audit 2026-03-12 11 --out evidence', 'make the pack; it prints the number that proves it'],
    ['cuadre audit 2026-03-12 11 --out evidence.zip --mask', 'a copy for others, in one file'],
    [
      'cuadre audit --verify evidence --digest 4f0c...',
      'prove that it is complete and unchanged, without database and network',
    ],
    ['cuadre audit 2026-03-12 11 --made', 'the packs made of this settlement, with their numbers'],
  ],
  flags: {
    ...MAKING,
    made: { kind: 'switch', describe: 'List the packs that were made of the settlement, and make none' },
    verify: { kind: 'once', describe: 'Verify this pack, a folder or a .zip; nothing else is read' },
    digest: { kind: 'once', describe: 'SHA-256 of its manifest as it was printed; only with --verify' },
    ...JSON_FLAG,
    ...DATABASE,
    ...DEBUG,
  },
  execute: async (given, io) => {
    if (given.text('verify') !== undefined) return verify(given, io)
    if (given.text('digest') !== undefined) throw usageError('--digest needs --verify', 'name the pack to prove')
    if (given.operands.length < 2) {
      throw usageError('"cuadre audit" needs a date and a cycle, or --verify', 'see "cuadre audit --help"')
    }
    return given.isOn('made') ? list(given, io) : make(given, io)
  },
}

const make = async (given: Given, io: Io): Promise<number> => {
  const slot = slotGiven(given)
  const out = given.text('out') ?? ''
  if (out === '') throw usageError('--out is missing', 'name a folder that is new or empty, or a .zip: --out evidence')
  const context = contextOf(given, io)
  const { auditSlot } = await import('../../../../jobs/audit.ts')
  const made = await auditSlot({ ...context, masked: given.isOn('mask') }, slot, resolve(io.cwd, out))
  return printMade(made, out, given, io)
}

const list = async (given: Given, io: Io): Promise<number> => {
  refuse(given, Object.keys(MAKING), '--made makes no pack')
  const slot = slotGiven(given)
  const context = contextOf(given, io)
  const { auditPacksOf } = await import('../../../../jobs/audit.ts')
  return printPacks(slot, await auditPacksOf(context, slot), context.zone, given, io)
}

const contextOf = (given: Given, io: Io) => {
  const { settings } = effectiveSettings(given, io, { out: undefined, baseUrl: undefined })
  return { ...io, settings, zone: zoneNamed(settings.policy.timeZone), version: versionOfPackage() }
}

/** Reads the pack and nothing else: no settings, no database, no network. */
const verify = async (given: Given, io: Io): Promise<number> => {
  if (given.operands.length > 0) {
    throw usageError('--verify takes no date and no cycle', 'the pack itself names its settlement')
  }
  refuse(given, [...Object.keys(MAKING), 'made', ...Object.keys(DATABASE)], '--verify reads the pack and nothing else')
  const pack = given.text('verify') ?? ''
  if (pack === '') throw usageError('--verify is empty', 'name the folder or the .zip file of a pack')
  const { provePack } = await import('../../../publish/pack/proof.ts')
  const digest = digestGiven(given)
  return printProof(await provePack(resolve(io.cwd, pack), digest, io.signal), pack, digest, given, io)
}

const refuse = (given: Given, flags: readonly string[], why: string): void => {
  const odd = flags.find((flag) => given.isOn(flag) || given.text(flag) !== undefined)
  if (odd !== undefined) throw usageError(`${why}: --${odd} has nothing to say there`, 'leave it out')
}

const digestGiven = ({ text }: Given): string | null => {
  const digest = text('digest')?.trim().toLowerCase()
  if (digest === undefined) return null
  if (/^[0-9a-f]{64}$/.test(digest)) return digest
  throw usageError('--digest is not a SHA-256', 'give all 64 hex digits, as they were printed when the pack was made')
}
