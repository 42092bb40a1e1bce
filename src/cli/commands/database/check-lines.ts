import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { Json } from '../../../domain/cell.ts'
import type { Language } from '../../../i18n/language.ts'
import type { VerifiedFile } from '../../../pipeline/database/verified-copies.ts'
import { countInTable, timeIn } from '../../../print/in-table.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import type { Both } from '../../../std/both.ts'
import { harmless } from '../../../std/harmless.ts'
import { type DatabaseVerification, partInSpanish } from '../../../storage/maintenance/verify/verify.ts'

/** Makes a path as a person in this folder would type it. */
type Here = (path: string) => string

export const fileDocument = ({ path, bytes, sha256 }: VerifiedFile, here: Here): Json => ({
  file: here(path),
  bytes,
  sha256,
})

type FileName = 'backup' | 'database' | 'inbox'

/** A written file and its size. */
export const fileLine = (name: FileName, { path, bytes }: VerifiedFile, here: Here, language: Language): string =>
  `${FILE_NAMES[language][name]} ${harmless(here(path))}  ${size(bytes)}`

const FILE_NAMES: Both<Readonly<Record<FileName, string>>> = {
  en: { backup: 'backup  ', database: 'database', inbox: 'inbox   ' },
  es: { backup: 'copia de seguridad', database: 'base de datos     ', inbox: 'notificaciones    ' },
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

export const checksDocument = ({
  checked,
  damage,
  damages,
  upTo,
}: DatabaseVerification): { readonly [name: string]: Json } => ({
  upTo: upTo === null ? null : new Date(upTo).toISOString(),
  looked: checked.map((one) => ({ ...one })),
  damages,
  damage: damage.map(({ en }) => en),
})

/** One line for each verified part, then one for each damaged one. */
export const checkLines = (
  { checked, damage, damages }: DatabaseVerification,
  language: Language,
): readonly string[] => {
  const rest = damages - damage.length
  const more = countInTable(rest, language)
  const damaged = { en: 'damaged', es: 'dañado' }[language]
  return [
    ...alignColumns(
      checked.map(({ what, number }) => [
        language === 'en' ? what : partInSpanish(what),
        countInTable(number, language),
      ]),
      1,
    ),
    ...damage.map((line) => `${damaged}  ${harmless(line[language])}`),
    ...(rest > 0 ? [`${damaged}  ${{ en: `and ${more} more`, es: `y ${more} más` }[language]}`] : []),
  ]
}

/** The newest moment in the database, which shows how recent a restored copy is. */
export const upToLine = ({ upTo, damages }: DatabaseVerification, zone: Zone, language: Language): string => {
  const state = damages === 0 ? { en: 'whole', es: 'completa' } : { en: 'damaged', es: 'dañada' }
  const since =
    upTo === null
      ? { en: 'nothing in it yet', es: 'aún sin nada' }
      : {
          en: `up to ${zone.clockAt(upTo)} ${zone.name}`,
          es: `hasta el ${timeIn(upTo, zone, 'es')} ${zone.name}`,
        }
  return `${state[language]}, ${since[language]}`
}
