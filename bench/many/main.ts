/**
 * `npm run many [-- --merchants N --invoices N --workbook]`: a night of many merchants in one process, each with its
 * own database; some services are dead, some keys wrong, one database damaged. Compares its cost with a night of a tenth
 * of the merchants.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measured, type Sample } from '../measure.ts'
import { inFolder, PROGRAM, wholeNumber } from '../tool.ts'
import { type ManyMerchants, NO_TROUBLE, startMany, wrongTurns } from './scene.ts'

const { values } = parseArgs({
  options: {
    merchants: { type: 'string', default: '1000' },
    invoices: { type: 'string', default: '10' },
    workbook: { type: 'boolean', default: false },
  },
})
const merchants = wholeNumber('merchants', values.merchants, 10)
const invoicesPerDay = wholeNumber('invoices', values.invoices)
const settings = { xlsx: values.workbook, merchantsAtOnce: 8 }
const TROUBLED = { 'dead service': 5, 'wrong key': 3, 'damaged database': 1 }
/** The exit status of the whole command with a damaged database. */
const DAMAGED = 6

const inScene = <T>(
  number: number,
  troubled: typeof TROUBLED,
  work: (many: ManyMerchants, type: (line: string, status: number) => Promise<Sample>) => Promise<T>,
): Promise<T> =>
  inFolder(async (folder) => {
    const many = await startMany({ folder, merchants: number, invoicesPerDay, troubled, settings })
    try {
      return await work(many, (line, status) =>
        measured({ words: [PROGRAM, ...line.split(' ')], folder, env: many.env, status }),
      )
    } finally {
      await many.sandbox.close()
    }
  })

const print = (what: string, { wallMs, cpuMs, peakMb }: Sample): void => {
  const cells = [`${(wallMs / 1000).toFixed(1)} s`, `${(cpuMs / 1000).toFixed(1)} CPU s`, `${peakMb.toFixed(0)} MB`]
  process.stdout.write(`${what.padEnd(34)} ${cells.map((cell) => cell.padStart(12)).join('')}\n`)
}

const nightOf = ({ day }: ManyMerchants): string => `run --date ${day} --fail-on never --json`
const tenth = Math.max(1, Math.round(merchants / 10))
// A night without troubles, to compare memory with.
const small = await inScene(tenth, NO_TROUBLE, (many, type) => type(nightOf(many), 0))
await inScene(merchants, TROUBLED, async (many, type) => {
  const night = await type(nightOf(many), DAMAGED)
  const wrong = wrongTurns(many, JSON.parse(night.stdout))
  if (wrong.length > 0) throw new Error(wrong.slice(0, 10).join('; '))
  for (const name of ['out/index.html', ...(values.workbook ? ['out/merchants.xlsx'] : [])])
    if (!existsSync(join(many.folder, name))) throw new Error(`there is no ${name}`)
  process.stdout.write(`${merchants} merchants, ${invoicesPerDay} invoices a day, ${JSON.stringify(settings)}\n`)
  print(`night of ${tenth} merchants`, small)
  print('night of all', night)
  print('status', await type('status --json', DAMAGED))
  print('discrepancies list', await type('discrepancies list --json', DAMAGED))
  process.stdout.write(
    `CPU a merchant ${(night.cpuMs / merchants).toFixed(0)} ms; memory ${(night.peakMb / small.peakMb).toFixed(2)} times that of a tenth\n`,
  )
})
