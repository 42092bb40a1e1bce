import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { type Ending, typeCommand } from './driver.ts'
import { isClosed } from './oracle/closing.ts'
import { cell, type Row } from './oracle/rows.ts'
import { dayAfter, momentOf, monthAfter } from './oracle/words.ts'
import { expectStatus, type Stage } from './play-night.ts'

/**
 * At the end of a story its first month is closed and packed. The pack is the same to the byte when it is made again, also
 * after a later night in which the service says something else of a closed day; its sums hold, and its account is that of
 * its own ledger.
 */
export const packLines = async (stage: Stage): Promise<readonly string[]> => {
  const { place, service, world, model, story } = stage
  const read = [...model.slots.values()].filter(({ readings }) => readings.length > 0).map(({ slot }) => slot)
  const [first] = read.map(({ date }) => date).sort()
  if (first === undefined) return []
  const month = first.slice(0, 7)
  const next = monthAfter(month)
  const last = story.nights.at(-1)?.at.slice(0, 10) ?? next
  const day = last < next ? next : last
  const type = (later: number, words: readonly string[]): Promise<Ending> =>
    typeCommand(place, momentOf(`${dayAfter(day, later)} 23:00`), words)
  const pack = async (later: number, name: string): Promise<readonly string[]> =>
    expectStatus('pack', await type(later, ['pack', '--month', month, '--out', name, '--by', 'ana', '--json']), 0)
  const same = (name: string): readonly string[] =>
    bytesOf('first.zip').equals(bytesOf(name)) ? [] : [`pack of ${month}: ${name} has other bytes`]
  const bytesOf = (name: string): Buffer => readFileSync(join(place.folder, name))

  const through = dayAfter(next, -1)
  const words = ['close', '--through', through, '--force', '--reason', 'the month is over', '--by', 'ana', '--json']
  const lines = isClosed(model, through) ? [] : [...expectStatus('close', await type(1, words), 0)]
  lines.push(...(await pack(1, 'first.zip')))
  if (lines.length > 0) return lines
  lines.push(...(await pack(1, 'again.zip')), ...same('again.zip'))
  const holding = [...world.slots.values()].find(({ settlement }) => settlement !== null)
  if (holding !== undefined) holding.settlement = { ...holding.settlement, adjustments: -70_000 }
  service.play({ world, faults: [], now: momentOf(`${dayAfter(day, 2)} 23:00`) })
  const { status } = await type(2, ['run', '--json', '--from', first, '--to', first])
  lines.push(...([0, 3, 5].includes(status) ? [] : [`run after the pack: exit status ${status}`]))
  lines.push(...(await pack(2, 'later.zip')), ...same('later.zip'))
  lines.push(...expectStatus('audit --verify', await type(2, ['audit', '--verify', 'first.zip']), 0))
  return [...lines, ...contentLines(place.folder)]
}

/** Its own sums of files, and the figures of its controls computed again from its CSV files. */
const contentLines = (folder: string): readonly string[] => {
  const inside = join(folder, 'pack')
  execFileSync('unzip', ['-q', '-o', join(folder, 'first.zip'), '-d', inside])
  execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: inside })
  const rowsOf = (name: string): readonly Row[] => parse(readFileSync(join(inside, `${name}.csv`)), { columns: true })
  const ledger = rowsOf('settlement-ledger')
  const isOff = (row: Row): boolean =>
    row.collected_reported !== '' &&
    row.collected_listed !== '' &&
    (row.collected_reported !== row.collected_listed || row.invoices_reported !== row.invoices_listed)
  const isOpen = ({ severity, state = '' }: Row): boolean => severity === 'error' && ['new', 'open'].includes(state)
  const closing = rowsOf('statement').filter(({ section, line }) => section === 'account' && line === 'closing')
  const own: Readonly<Record<string, string>> = {
    read: String(ledger.filter((one) => one.not_compared === 'unread' && one.verdict !== 'not-due').length),
    ledger: String(ledger.filter(isOff).length),
    payouts: sumOf(ledger, 'payout_difference'),
    account: sumOf(closing, 'amount'),
    open: String(rowsOf('discrepancies').filter(isOpen).length),
    journal: String(rowsOf('journal-proofs').filter((one) => one.difference !== '0').length),
  }
  return rowsOf('controls').flatMap(({ name = '', number, sum }) =>
    own[name] === undefined || own[name] === (number || sum)
      ? []
      : [`pack: ${name} is ${number || sum}, its files come to ${own[name]}`],
  )
}

const sumOf = (rows: readonly Row[], column: string): string =>
  cell(rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0))
