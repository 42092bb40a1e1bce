/**
 * `npm run many [-- --merchants N --invoices N --workbook]`: a night of many merchants in one process, each with its
 * own database; some services are dead, some keys wrong, one database damaged. Compares its cost with draining the same
 * pages, and with a night of a tenth of the merchants.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measured, type Sample } from '../measure.ts'
import { type ManyMerchants, startMany, type TROUBLES, wrongTurns } from './scene.ts'

const { values } = parseArgs({
  options: {
    merchants: { type: 'string', default: '1000' },
    invoices: { type: 'string', default: '10' },
    workbook: { type: 'boolean', default: false },
  },
})
const TROUBLED: Readonly<Record<keyof typeof TROUBLES, number>> = {
  'dead service': 5,
  'wrong key': 3,
  'damaged database': 1,
}
const NONE = { 'dead service': 0, 'wrong key': 0, 'damaged database': 0 }
/** The exit status of the whole command with a damaged database. */
const DAMAGED = 6

const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-many-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const typed = (many: ManyMerchants, args: readonly string[], status: number): Promise<Sample> =>
  measured({ file: '../src/cli/main.js', args, folder: many.folder, env: many.env, status })

const line = (what: string, { wallMs, cpuMs, peakMb }: Sample): void => {
  process.stdout.write(
    `${what.padEnd(34)} ${(wallMs / 1000).toFixed(1).padStart(7)} s  ${(cpuMs / 1000).toFixed(1).padStart(7)} CPU s  ${peakMb.toFixed(0).padStart(5)} MB\n`,
  )
}

const requireRight = (many: ManyMerchants, stdout: string, isRight?: (code: number) => boolean): void => {
  const wrong = wrongTurns(many, JSON.parse(stdout), isRight)
  if (wrong.length > 0) throw new Error(wrong.slice(0, 10).join('; '))
}

/** A night without troubles, to compare memory with. */
const smallNight = (merchants: number): Promise<Sample> =>
  inFolder(async (folder) => {
    const many = await startMany({ folder, merchants, invoicesPerDay, troubled: NONE, settings })
    try {
      return await typed(many, runOf(many), 0)
    } finally {
      await many.sandbox.close()
    }
  })

const merchants = Number(values.merchants)
const invoicesPerDay = Number(values.invoices)
const settings = { xlsx: values.workbook, merchantsAtOnce: 8 }
const runOf = ({ day }: ManyMerchants): readonly string[] => ['run', '--date', day, '--fail-on', 'never', '--json']

await inFolder(async (folder) => {
  const tenth = Math.max(1, Math.round(merchants / 10))
  const small = await smallNight(tenth)
  const many = await startMany({ folder, merchants, invoicesPerDay, troubled: TROUBLED, settings })
  try {
    const drain = await measured({
      file: './many/drain-many.js',
      args: [many.sandbox.baseUrl, many.day, ...many.keys],
      folder,
    })
    const night = await typed(many, runOf(many), DAMAGED)
    requireRight(many, night.stdout)
    for (const name of ['out/index.html', ...(values.workbook ? ['out/merchants.xlsx'] : [])])
      if (!existsSync(join(folder, name))) throw new Error(`there is no ${name}`)
    const status = await typed(many, ['status', '--json'], DAMAGED)
    const list = await typed(many, ['discrepancies', 'list', '--json'], DAMAGED)
    process.stdout.write(`${merchants} merchants, ${drain.stdout.trim()} invoices, ${JSON.stringify(settings)}\n`)
    line(`night of ${tenth} merchants`, small)
    line('drain of all', drain)
    line('night of all', night)
    line('status', status)
    line('discrepancies list', list)
    process.stdout.write(
      `drain to night: wall ${(drain.wallMs / night.wallMs).toFixed(2)}, CPU ${(night.cpuMs / drain.cpuMs).toFixed(1)} times; CPU a merchant ${(night.cpuMs / merchants).toFixed(0)} ms; memory ${(night.peakMb / small.peakMb).toFixed(2)} times that of a tenth\n`,
    )
  } finally {
    await many.sandbox.close()
  }
})
