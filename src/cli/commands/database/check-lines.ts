import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { Json } from '../../../domain/cell.ts'
import type { KeptFile } from '../../../pipeline/report/proven-copies.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import type { Verified } from '../../../storage/maintenance/verify/verify.ts'

/** How the care of the database is told, to a person and to a program. */
type Here = (path: string) => string

export const fileDocument = ({ path, bytes, sha256 }: KeptFile, here: Here): Json => ({
  file: here(path),
  bytes,
  sha256,
})

export const fileLine = (label: string, { path, bytes }: KeptFile, here: Here): string =>
  `${label.padEnd(8)} ${harmless(here(path))}  ${size(bytes)}`

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

export const checksDocument = ({ looked, damage, damages, upTo }: Verified): { readonly [name: string]: Json } => ({
  upTo: upTo === null ? null : new Date(upTo).toISOString(),
  looked: looked.map((one) => ({ ...one })),
  damages,
  damage,
})

/** What was looked at, a line each; then what is damaged, a line each. */
export const checkLines = ({ looked, damage, damages }: Verified): readonly string[] => {
  const rest = damages - damage.length
  return [
    ...alignColumns(
      looked.map(({ what, number }) => [what, String(number)]),
      1,
    ),
    ...damage.map((line) => `damaged  ${harmless(line)}`),
    ...(rest > 0 ? [`damaged  and ${rest} more`] : []),
  ]
}

/** The moment the database has come to: what a person who restores it wants to know. */
export const upToLine = ({ upTo, damages }: Verified, zone: Zone): string => {
  const state = damages === 0 ? 'whole' : 'damaged'
  return upTo === null ? `${state}, nothing in it yet` : `${state}, up to ${zone.clockAt(upTo)} ${zone.name}`
}
