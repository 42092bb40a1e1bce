import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { CuadreError } from '../../src/std/errors.ts'
import { realPathOf } from '../../src/std/files/real-path.ts'
import { sha256Of } from '../../src/std/files/whole-file.ts'
import { acquireLock } from '../../src/store/connection/lock.ts'
import { inboxOfMerchant, splitInbox } from '../../src/store/inbox/split-inbox.ts'
import { type VerifiedCopy, writeVerified } from '../../src/store/maintenance/copy-database.ts'
import { splitMerchant } from '../../src/store/maintenance/split-merchant.ts'
import { verifyInbox } from '../../src/store/maintenance/verify/file.ts'
import { requireWhole, verifyDatabaseFile } from '../../src/store/maintenance/verify/verify.ts'
import { type KnownMerchant, readMerchants } from '../../src/store/merchants/merchants.ts'
import { openStore } from '../../src/store/open.ts'
import { checkJob } from '../check.ts'
import { inDryRunFolder } from '../steps/database/dry-run-folder.ts'
import { type VerifiedFile, verifiedFile } from '../steps/database/verified-copies.ts'
import { answerReader } from '../steps/pull/read-slot.ts'
import type { JobContext } from '../steps/run/context.ts'
import { requireFolder } from './back-up.ts'

/**
 * The SHA-256 of each report under a folder, by its path. Manifests are left out, since they name the time and the run.
 */
const digestsIn = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const digests = new Map<string, string>()
  for (const path of paths) digests.set(relative(folder, path), (await sha256Of(path)) ?? '')
  return digests
}

/** A merchant that now has a database of its own. */
export interface SplitMerchant {
  readonly merchant: string
  readonly database: VerifiedFile
  /** Null when no notification of the merchant was ever received. */
  readonly inbox: VerifiedFile | null
  /** The number of reports that were identical from both databases. */
  readonly reports: number
  /** Whether an earlier split made it. */
  readonly wasThere: boolean
}

/** A merchant, and the paths of its new database and inbox. */
interface Target {
  readonly merchant: KnownMerchant
  readonly db: string
  readonly inbox: string
}

/**
 * Gives each merchant of a shared database one of its own, at `pattern` with its name for `{merchant}`. The shared
 * database is only read and remains. A new database counts only after it was verified and gave the same reports; one
 * from an earlier, stopped split is verified again and not changed.
 */
export const splitDatabase = async (job: JobContext, pattern: string): Promise<readonly SplitMerchant[]> => {
  const { db } = job.settings
  // Folders with the name of a merchant in them are ours to make.
  requireFolder(`${pattern.split('{merchant}')[0]}.db`)
  const lock = acquireLock(db, { pid: process.pid, at: job.now(), job: 'db split' })
  try {
    const targets = targetsIn(db, pattern)
    await undoLeftovers(job, targets)
    requireWhole(db, await verifyDatabaseFile(db, answerReader(job.version), job.signal))
    const [there, missing] = [targets.filter(isThere), targets.filter((target) => !isThere(target))]
    const known: SplitMerchant[] = []
    // Existing files are found before anything is written.
    for (const target of missing) if (existsSync(target.inbox)) requireSameInbox(job, target)
    for (const target of there) known.push(await verifyAgain(job, target))
    for (const target of missing) known.push(await split(job, target))
    return targets.flatMap(({ merchant }) => known.find((one) => one.merchant === merchant.name) ?? [])
  } finally {
    lock.release()
  }
}

const isThere = ({ db }: Target): boolean => existsSync(db)

const targetsIn = (db: string, pattern: string): readonly Target[] => {
  const targets = readMerchants(db).map((merchant) => {
    const path = realPathOf(pattern.replaceAll('{merchant}', merchant.name))
    return { merchant, db: path, inbox: `${path}.inbox` }
  })
  const own = targets.find((target) => target.db === db)
  if (own !== undefined) throw inTheWay(own.db)
  return targets
}

/** First undoes what a killed run left unfinished in the shared database. */
const undoLeftovers = async (
  { settings: { db }, version, now, signal }: JobContext,
  [first]: readonly Target[],
): Promise<void> => {
  if (first === undefined) return
  await (await openStore({ path: db, merchant: first.merchant.name, version, clock: now, signal })).close()
}

const split = async (job: JobContext, target: Target): Promise<SplitMerchant> => {
  const { merchant, db } = target
  const inbox = await makeInbox(job, target)
  try {
    const made = await writeVerified({
      target: db,
      write: (copy) => splitMerchant(job.settings.db, merchant.key, copy),
      verify: (copy) => verifyReports(job, target, copy),
    })
    inbox?.keep()
    made.keep()
    return { ...(await filesOf(target)), reports: made.verification, wasThere: false }
  } catch (error) {
    inbox?.drop()
    throw error
  }
}

/** Null when there is nothing to write, or when a stopped split already wrote it. */
const makeInbox = async ({ settings }: JobContext, { merchant, inbox }: Target): Promise<VerifiedCopy<null> | null> => {
  const isNothing = !existsSync(settings.inbox) || inboxOfMerchant(settings.inbox, merchant.name) === ''
  if (isNothing || existsSync(inbox)) return null
  return writeVerified({
    target: inbox,
    write: async (copy) => splitInbox(settings.inbox, merchant.name, copy),
    verify: async (copy) => {
      const verified = verifyInbox(copy)
      if (verified !== null) requireWhole(inbox, verified)
      return null
    },
  })
}

const verifyAgain = async (job: JobContext, target: Target): Promise<SplitMerchant> => {
  if (existsSync(target.inbox)) requireSameInbox(job, target)
  const names = readMerchants(target.db).map(({ key }) => key)
  if (names.length !== 1 || names[0] !== target.merchant.key) throw inTheWay(target.db)
  const reports = await verifyReports(job, target, target.db)
  return { ...(await filesOf(target)), reports, wasThere: true }
}

const requireSameInbox = ({ settings }: JobContext, { merchant, inbox }: Target): void => {
  const shared = existsSync(settings.inbox) ? inboxOfMerchant(settings.inbox, merchant.name) : ''
  if (shared !== inboxOfMerchant(inbox, merchant.name)) throw inTheWay(inbox)
}

/**
 * Verifies the new database, and that it gives the same reports, byte for byte. Returns the number of reports.
 */
const verifyReports = async (job: JobContext, { merchant, db }: Target, copy: string): Promise<number> => {
  requireWhole(db, await verifyDatabaseFile(copy, answerReader(job.version), job.signal))
  return inDryRunFolder(async (folder) => {
    const shared = await reportsFrom(job, job.settings.db, merchant.name, join(folder, 'shared'))
    const own = await reportsFrom(job, copy, merchant.name, join(folder, 'own'))
    if (JSON.stringify([...shared]) !== JSON.stringify([...own])) throw inTheWay(db)
    return own.size
  })
}

/** The reports of the present under the policy in the database. Workbooks have the same rows as the ledgers. */
const reportsFrom = async (
  job: JobContext,
  db: string,
  merchant: string,
  out: string,
): Promise<ReadonlyMap<string, string>> => {
  await mkdir(out)
  const settings = { ...job.settings, db, merchant, out, xlsx: false }
  const request = { dates: null, cycles: [], dryRun: false, failOn: 'never' } as const
  try {
    await checkJob({ ...job, settings }, { ...request, asOf: { kind: 'time', at: job.now() } })
  } catch (error) {
    if (!(error instanceof CuadreError && NOTHING_READ.has(error.code))) throw error
  }
  return digestsIn(out)
}
const NOTHING_READ: ReadonlySet<string> = new Set(['NEVER_PULLED', 'AS_OF_TOO_EARLY'])

const filesOf = async ({ merchant, db, inbox }: Target) => ({
  merchant: merchant.name,
  database: await verifiedFile(db),
  inbox: existsSync(inbox) ? await verifiedFile(inbox) : null,
})

const inTheWay = (path: string): CuadreError =>
  new CuadreError(
    'TARGET_EXISTS',
    {
      en: `${path} already exists and is not what the split would write; nothing was replaced`,
      es: `${path} ya existe y no es lo que escribiría la división; no se reemplazó nada`,
    },
    {
      en: `name another place: cuadre db split "${join(dirname(path), 'split', '{merchant}.db')}"`,
      es: `indique otro lugar: cuadre db split "${join(dirname(path), 'split', '{merchant}.db')}"`,
    },
  )
