import { existsSync, statSync } from 'node:fs'
import { sha256Of } from '../../../src/std/files/whole-file.ts'
import { copyDatabase, upgradeDatabase, type VerifiedCopy } from '../../../src/store/maintenance/copy-database.ts'
import { verifyInbox } from '../../../src/store/maintenance/verify/file.ts'
import type { DatabaseVerification } from '../../../src/store/maintenance/verify/verification-part.ts'
import { requireWhole, verifyDatabaseFile } from '../../../src/store/maintenance/verify/verify.ts'
import { answerReader } from '../pull/read-slot.ts'

/** The database, and the inbox file with webhook notifications. */
export interface DatabaseFiles {
  readonly db: string
  readonly inbox: string
}

/** A file that was written and verified. */
export interface VerifiedFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

export interface VerifiedCopies {
  readonly database: VerifiedFile
  /** Null when no receiver ever ran. */
  readonly inbox: VerifiedFile | null
  readonly verified: DatabaseVerification
}

interface CopyOptions {
  /** Whether a database of an older version was migrated in the copy. */
  readonly upgraded: boolean
  readonly version: string
  readonly signal: AbortSignal
}

/**
 * Copies both files, and renames the copies only after both were verified. The inbox is copied first: an event that the
 * copied database has not processed yet is processed again.
 */
export const copyVerified = async (
  from: DatabaseFiles,
  to: DatabaseFiles,
  options: CopyOptions,
): Promise<VerifiedCopies> => {
  const inbox = existsSync(from.inbox) ? await copyInboxFile(from.inbox, to.inbox, options.signal) : null
  try {
    const database = await copyDatabaseFile(from.db, to.db, options)
    inbox?.keep()
    database.keep()
    return {
      database: await verifiedFile(to.db),
      inbox: inbox === null ? null : await verifiedFile(to.inbox),
      verified: database.verification,
    }
  } catch (error) {
    inbox?.drop()
    throw error
  }
}

const copyDatabaseFile = (
  path: string,
  target: string,
  { upgraded, version, signal }: CopyOptions,
): Promise<VerifiedCopy<DatabaseVerification>> =>
  copyDatabase({
    path,
    target,
    signal,
    verify: async (copy) => {
      if (upgraded) upgradeDatabase(copy)
      const verified = await verifyDatabaseFile(copy, answerReader(version), signal)
      requireWhole(path, verified)
      return verified
    },
  })

const copyInboxFile = (path: string, target: string, signal: AbortSignal): Promise<VerifiedCopy<null>> =>
  copyDatabase({
    path,
    target,
    signal,
    verify: async (copy) => {
      const verified = await verifyInbox(copy)
      if (verified !== null) requireWhole(path, verified)
      return null
    },
  })

export const verifiedFile = async (path: string): Promise<VerifiedFile> => ({
  path,
  bytes: statSync(path).size,
  sha256: (await sha256Of(path)) ?? '',
})
