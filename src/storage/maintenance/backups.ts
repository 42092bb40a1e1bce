import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { Instant } from '../../domain/calendar/calendar.ts'

/** The folder for backups, next to the database. */
export const backupFolder = (db: string): string => join(dirname(db), 'backups')

const stemOf = (db: string): string => basename(db, extname(db))
/** `20260313T033000Z`: sorts by time. */
const stampOf = (at: Instant): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
const STAMP = /^\d{8}T\d{6}Z$/

/** `backups/cuadre-20260313T033000Z.db` */
export const backupPath = (db: string, at: Instant): string => join(backupFolder(db), `${stemOf(db)}-${stampOf(at)}.db`)

/** `backups/cuadre-schema-1-20260313T033000Z.db`: made before a migration of the schema, and never removed by us. */
export const upgradePath = (db: string, schema: number, at: Instant): string =>
  join(backupFolder(db), `${stemOf(db)}-schema-${schema}-${stampOf(at)}.db`)

/** The names of this database's timed backups beyond the newest `keep`, oldest first. */
export const backupsToRemove = (db: string, names: readonly string[], keep: number): readonly string[] => {
  const prefix = `${stemOf(db)}-`
  const backups = names.filter(
    (name) => name.startsWith(prefix) && name.endsWith('.db') && STAMP.test(name.slice(prefix.length, -3)),
  )
  return backups.toSorted().slice(0, Math.max(0, backups.length - keep))
}

/** Removes backups beyond the newest `keep`, each with its inbox; returns the paths of those backups. */
export const removeOldBackups = (db: string, keep: number): readonly string[] => {
  const folder = backupFolder(db)
  const paths = backupsToRemove(db, readdirSync(folder), keep).map((name) => join(folder, name))
  for (const path of paths) for (const end of ['', '.inbox']) rmSync(`${path}${end}`, { force: true })
  return paths
}
