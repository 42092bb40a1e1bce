import type { Both } from '../both.ts'
import { CuadreError, errnoOf } from '../errors.ts'

type PublishCode = 'OUT_NOT_A_FOLDER' | 'OUT_READ_ONLY' | 'DISK_FULL' | 'OUT_NOT_WRITTEN'

/** Runs work on `path`; an error of the operating system becomes a CuadreError that names the path and what to do. */
export const writingTo = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw faultAt(path, error)
  }
}

const faultAt = (path: string, error: unknown): unknown => {
  const errno = errnoOf(error)
  if (errno === null) return error
  const { code, happened, next } = MEANINGS[errno] ?? OTHERWISE
  return new CuadreError(
    code,
    { en: `${path} ${happened.en} (${errno})`, es: `${path}: ${happened.es} (${errno})` },
    next,
    { cause: error },
  )
}

interface Meaning {
  readonly code: PublishCode
  readonly happened: Both<string>
  readonly next: Both<string>
}

/** Files of every kind are written here. */
const ANOTHER: Both<string> = {
  en: '--out for reports, --db for the database, --config for the settings file',
  es: '--out para los reportes, --db para la base de datos, --config para el archivo de parámetros',
}

const NOT_A_FOLDER: Meaning = {
  code: 'OUT_NOT_A_FOLDER',
  happened: {
    en: 'cannot be used: it, or a folder above it, is not a folder',
    es: 'no se puede usar: ella, o una carpeta que la contiene, no es una carpeta',
  },
  next: {
    en: `move what is in its place, or name another folder (${ANOTHER.en})`,
    es: `mueva lo que hay allí, o indique otra carpeta (${ANOTHER.es})`,
  },
}
const READ_ONLY: Meaning = {
  code: 'OUT_READ_ONLY',
  happened: { en: 'may not be written', es: 'no se puede escribir' },
  next: {
    en: `make the folder writable for this user, or name another (${ANOTHER.en})`,
    es: `permita a este usuario escribir en la carpeta, o indique otra (${ANOTHER.es})`,
  },
}
const FULL: Meaning = {
  code: 'DISK_FULL',
  happened: { en: 'could not be written whole: no room is left', es: 'no se pudo escribir completo: no queda espacio' },
  next: {
    en: 'free some space and run again; if there was a file before, it is unchanged',
    es: 'libere espacio y ejecute de nuevo; si había un archivo anterior, está intacto',
  },
}
const OTHERWISE: Meaning = {
  code: 'OUT_NOT_WRITTEN',
  happened: { en: 'could not be written', es: 'no se pudo escribir' },
  next: {
    en: `look at the folder and its disk, or name another folder (${ANOTHER.en}); if there was a file before, it is unchanged`,
    es: `revise la carpeta y su disco, o indique otra (${ANOTHER.es}); si había un archivo anterior, está intacto`,
  },
}

const MEANINGS: Readonly<Record<string, Meaning | undefined>> = {
  EEXIST: NOT_A_FOLDER,
  ENOENT: NOT_A_FOLDER,
  ENOTDIR: NOT_A_FOLDER,
  ELOOP: NOT_A_FOLDER,
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EROFS: READ_ONLY,
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
}
