import { accessSync, constants, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DoctorCheck, failedCheck, ok, warning } from '../../../reports/documents/diagnosis.ts'
import { inBoth } from '../../std/both.ts'
import { quoteForShell } from '../../std/quote-for-shell.ts'

/**
 * Types of statfs(2) for network file systems. Other machines do not see their locks and shared memory, which SQLite's
 * journal needs.
 */
const OVER_A_NETWORK: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4266872130: 'SMB',
  4283649346: 'CIFS',
  16914839: '9P',
  1397113167: 'AFS',
  1799439955: 'AFS',
  12805120: 'Ceph',
  198183888: 'Lustre',
  18225520: 'GFS2',
  1952539503: 'OCFS2',
  1937076805: 'Coda',
  1196443219: 'GPFS',
}
/** A file system in user space: it may be a network (sshfs, s3fs) or a local disk. */
const FUSE = 0x65735546

/** Checks that SQLite's journal (WAL) is safe on the file system of the database. `type` is that of statfs. */
export const checkLocalDisk = (folder: string, type: number): DoctorCheck => {
  const network = OVER_A_NETWORK[type >>> 0]
  const fix = {
    en: 'put the database on a local disk: export CUADRE_DB=/var/lib/cuadre/cuadre.db',
    es: 'ponga la base de datos en un disco local: export CUADRE_DB=/var/lib/cuadre/cuadre.db',
  }
  if (network !== undefined)
    return warning(
      {
        en: `${folder} is on a network file system (${network}), where SQLite can lose data`,
        es: `${folder} está en un sistema de archivos de red (${network}), donde SQLite puede perder datos`,
      },
      fix,
    )
  if (type >>> 0 === FUSE)
    return warning(
      {
        en: `${folder} is on FUSE, which may be a network, where SQLite can lose data`,
        es: `${folder} está en FUSE, que puede ser una red, donde SQLite puede perder datos`,
      },
      fix,
    )
  return ok({ en: `${folder} is on a local disk`, es: `${folder} está en un disco local` })
}

const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** Below this a check fails. A night writes some megabytes; a backup needs the size of the database again. */
const FREE_MIN_BYTES = 64 * MIB

/** `free` and `size` of the database in bytes. */
export const checkFreeSpace = (folder: string, free: number, size: number): DoctorCheck => {
  const space = { en: `${inWords(free)} free for ${folder}`, es: `${inSpanish(free)} libres para ${folder}` }
  const fix = {
    en: `free some space there: du -sh ${quoteForShell(folder)}`,
    es: `libere espacio allí: du -sh ${quoteForShell(folder)}`,
  }
  if (free < FREE_MIN_BYTES) return failedCheck(6, { en: `only ${space.en}`, es: `solo ${space.es}` }, fix)
  const wanted = Math.max(GIB, 2 * size)
  return free < wanted
    ? warning(
        {
          en: `only ${space.en}, and a backup should find ${inWords(wanted)}`,
          es: `solo ${space.es}, y una copia de seguridad debería encontrar ${inSpanish(wanted)}`,
        },
        fix,
      )
    : ok(space)
}

const inWords = (bytes: number): string =>
  bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GiB` : `${Math.floor(bytes / MIB)} MiB`

const inSpanish = (bytes: number): string => inWords(bytes).replace('.', ',')

/** The folder, or its nearest parent that exists. */
export const nearestThere = (path: string): string => {
  const found = statOf(path)
  return found !== null || dirname(path) === path ? path : nearestThere(dirname(path))
}

/** Null when nothing exists there, also when a parent is a file. */
export const statOf = (path: string): Stats | null => {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/** Checks that files can be written to a folder, or that it can be made. Writes nothing. */
export const checkOutput = (path: string): DoctorCheck => {
  const there = nearestThere(path)
  if (!statOf(there)?.isDirectory()) {
    return failedCheck(
      6,
      {
        en: `${there} is a file, and ${path} has to be a folder`,
        es: `${there} es un archivo, y ${path} tiene que ser una carpeta`,
      },
      inBoth(`mv ${quoteForShell(there)} ${quoteForShell(`${there}.away`)}`),
    )
  }
  if (!isWritable(there))
    return failedCheck(
      6,
      { en: `${there} may not be written by this user`, es: `este usuario no puede escribir en ${there}` },
      inBoth(`chown "$(id -u)" ${quoteForShell(there)}`),
    )
  return ok(
    there === path
      ? { en: `${path} may be written`, es: `se puede escribir en ${path}` }
      : { en: `${path} will be made by the first run`, es: `la primera ejecución crea ${path}` },
  )
}

export const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The file system of a path that need not exist yet. */
export const fileSystemOf = (
  path: string,
): { readonly folder: string; readonly type: number; readonly free: number } => {
  const folder = nearestThere(path)
  const { type, bavail, bsize } = statfsSync(folder)
  return { folder, type, free: bavail * bsize }
}
