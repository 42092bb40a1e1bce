import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../../src/store/connection/lock.ts'
import { readableMerchants } from '../../../src/store/merchants/merchants.ts'
import { copyMerchantDatabase, openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { refuseUnknownName } from '../query/refuse-unknown-name.ts'
import { type JobContext, warning } from '../run/context.ts'
import { inDryRunFolder } from './dry-run-folder.ts'
import { refuseFolderBeforeWriting, refuseFolderOfOther } from './refuse-folder-of-other.ts'

type DatabaseJob = Pick<JobContext, 'settings' | 'version' | 'now' | 'signal' | 'copyOf' | 'create'> &
  Partial<Pick<JobContext, 'progress' | 'fence'>>

/** Opens the merchant's database for one job under the lock, and always disposes of it. */
export const withDatabase = <T>(job: DatabaseJob, name: string, work: (store: Store) => Promise<T>): Promise<T> =>
  underLock(job, name, () => inOpenDatabase(job, work))

/** Does work while no other job can use the merchant's database. */
export const underLock = async <T>(
  { settings, now, progress, fence, create = false }: DatabaseJob,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  const known = existsSync(settings.db) ? readableMerchants(settings.db) : []
  refuseUnknownName({ settings, create }, known)
  await refuseFolderBeforeWriting(settings, known)
  const lock = acquireLock(settings.db, { pid: process.pid, at: now(), job: name })
  try {
    await fence?.()
    return await work()
  } finally {
    const left = lock.release()
    if (left !== null) progress?.(warning(left))
  }
}

/** Opens the database, and disposes of it, which writes its journal into the file; the caller holds the lock. */
export const inOpenDatabase = async <T>(
  { settings, version, now, progress, signal, copyOf, create = false }: DatabaseJob,
  work: (store: Store) => Promise<T>,
): Promise<T> => {
  const store = await openStore({
    path: settings.db,
    copyOf,
    merchant: settings.merchant,
    configured: create && settings.merchants.includes(settings.merchant) ? undefined : settings.merchants,
    version,
    clock: now,
    onUpgrade: (backup) => progress?.({ kind: 'upgraded', backup }),
    signal,
  })
  try {
    await refuseFolderOfOther(settings.out, store.merchant)
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Runs a job on a copy of the database. Everything it writes is discarded. */
export const inThrowAwayDatabase = <T>(job: JobContext, work: (copy: JobContext) => Promise<T>): Promise<T> => {
  refuseUnknownName(job)
  return inDryRunFolder(async (folder) => {
    const db = join(folder, 'cuadre.db')
    await copyMerchantDatabase(job.settings.db, db)
    return work({ ...job, copyOf: job.settings.db, settings: { ...job.settings, db, out: join(folder, 'out') } })
  })
}
