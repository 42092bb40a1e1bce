import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Line, line, type Measurement } from '../line.ts'
import {
  costOf,
  cuadre,
  inRounds,
  measured,
  medianOf,
  night,
  ratioOf,
  requireAgreement,
  type Sample,
  settle,
} from '../measure.ts'
import type { FloorNight } from '../programs/floor.ts'
import { flagsFor, invoicesOf, LAST_DAY, type Scene, sceneOf, serving } from '../scene.ts'
import { DIST, programAt, run } from '../tool.ts'

/** In a folder beside that of the program. */
const floor = (folder: string, asked: FloorNight): Promise<Sample> =>
  measured({ words: [programAt('floor.js'), JSON.stringify(asked)], folder: join(folder, 'floor') })

/** Else one of the two would be cheap for the wrong reason. */
const requireSameLedger = (folder: string, merchant: string, ours: string): void => {
  const ofFloor = readFileSync(join(folder, 'floor/out', merchant, `${LAST_DAY}.csv`))
  if (!ofFloor.equals(readFileSync(join(folder, ours, LAST_DAY, 'invoice-ledger.csv'))))
    throw new Error(`the invoice ledger of ${merchant} is not that of the floor`)
}

/** A night of one large settlement over the floor, and over what people write themselves. */
export const bigNight: Measurement = {
  name: 'big night',
  measure: async ({ rounds, invoices }) => {
    const scene = sceneOf(1, invoices)
    const hasDuckDb = await isThere('python3', '-c', 'import duckdb')
    if (!hasDuckDb) process.stderr.write('python3 has no duckdb: the peer in Python is left out\n')
    const taken = await serving(scene, (baseUrl) =>
      inRounds(rounds, (folder) => bigRound(folder, baseUrl, scene, hasDuckDb)),
    )
    const over = (name: string, one: Subject, other: Subject, aim: number | null): Line =>
      line(name, ratioOf(taken, one, other), '', aim, `${costOf(taken, one)}; over ${costOf(taken, other)}`)
    const bytes = medianOf(taken, (round) => round.bytes / invoices)
    return [
      over(`night of ${invoices} invoices without the workbook over the floor`, 'plain', 'floor', 1.2),
      over('the same with the workbook over the floor with one', 'usual', 'floorWorkbook', 1.2),
      over('unchanged, without the workbook, over the floor unchanged', 'plainAgain', 'floorAgain', null),
      over(`without the workbook over a plain script in Node, which ${LACKS}`, 'plain', 'script', null),
      ...(hasDuckDb ? [over('the same over one in Python with DuckDB', 'plain', 'python', null)] : []),
      line('database bytes an invoice, evidence and keys included', bytes, 'bytes', 500, 'after that night'),
    ]
  },
}

type Subject = 'floor' | 'floorAgain' | 'floorWorkbook' | 'plain' | 'plainAgain' | 'usual' | 'script' | 'python'
const LACKS = 'lacks evidence, versions, checked types, findings and pages'

const bigRound = async (folder: string, baseUrl: string, scene: Scene, hasDuckDb: boolean) => {
  const [plain, usual, beside] = [join(folder, 'plain'), join(folder, 'usual'), join(folder, 'beside')]
  settle(plain, { baseUrl, xlsx: false })
  settle(usual, { baseUrl, xlsx: true })
  const asked = { baseUrl, merchants: ['default'], slots: scene }
  const samples = {
    floor: await floor(plain, { ...asked, xlsx: false }),
    plain: await night(plain, scene),
    floorWorkbook: await floor(usual, { ...asked, xlsx: true }),
    usual: await night(usual, scene),
    floorAgain: await floor(plain, { ...asked, xlsx: false }),
  }
  requireSameLedger(plain, 'default', 'out')
  const bytes = statSync(join(plain, 'data/cuadre.db')).size
  const plainAgain = await night(plain, scene)
  const words = [baseUrl, LAST_DAY, scene[0]?.cycle ?? '']
  const script = await measured({ words: [programAt('plain-script.js'), ...words], folder: beside })
  const inPython = { words: [join(DIST, '../bench/programs/plain_script.py'), ...words], command: 'python3' }
  const python = hasDuckDb ? await measured({ ...inPython, folder: beside }) : script
  return { ...samples, bytes, plainAgain, script, python }
}

const isThere = (command: string, ...words: readonly string[]): Promise<boolean> =>
  run(words, { cwd: '.' }, command).then(
    ({ status }) => status === 0,
    () => false,
  )

/** What a small merchant among many costs: a night of many merchants less that of one, for each of the others. */
export const smallMerchant: Measurement = {
  name: 'small merchant',
  measure: async ({ rounds, merchants }) => {
    const scene = sceneOf(5, 4)
    const taken = await serving(scene, (baseUrl) =>
      inRounds(rounds, async (folder) => {
        const one = await nightsOf(join(folder, 'one'), baseUrl, scene, 1)
        const many = await nightsOf(join(folder, 'many'), baseUrl, scene, merchants)
        const each = (subject: keyof typeof many): number =>
          (many[subject].cpuMs - one[subject].cpuMs) / (merchants - 1)
        return { first: each('first'), again: each('again'), floor: each('floor'), floorAgain: each('floorAgain') }
      }),
    )
    const over = (name: string, one: 'first' | 'again', other: 'floor' | 'floorAgain', aim: number): Line => {
      const [ours, least] = [medianOf(taken, (round) => round[one]), medianOf(taken, (round) => round[other])]
      const detail = `${ours.toFixed(0)} ms of CPU; over ${least.toFixed(1)} ms; ${merchants} merchants less one`
      return line(
        name,
        medianOf(taken, (round) => round[one] / round[other]),
        '',
        aim,
        detail,
      )
    }
    return [
      over(`a merchant of ${invoicesOf(scene)} invoices among many, first night, over the floor`, 'first', 'floor', 5),
      over('the same, unchanged night', 'again', 'floorAgain', 6),
    ]
  },
}

/** A first night and an unchanged one of merchants with a database each, and those of the floor. */
const nightsOf = async (folder: string, baseUrl: string, scene: Scene, count: number) => {
  const names = Array.from({ length: count }, (_, at) => `m${at + 1}`)
  const keys = Object.fromEntries(names.map((name, at) => [`KEY_${at}`, `key-of-${name}`]))
  const merchants = names.map((name, at) => ({ name, apiKeyVariable: `KEY_${at}` }))
  settle(folder, { baseUrl, xlsx: false, db: 'data/{merchant}.db', merchants })
  const ours = async (): Promise<Sample> => {
    const sample = await cuadre(folder, ['run', ...flagsFor(scene), '--fail-on', 'never'], keys)
    requireAgreement(sample.stdout, count * invoicesOf(scene))
    return sample
  }
  const least = (): Promise<Sample> => floor(folder, { baseUrl, merchants: names, slots: scene, xlsx: false })
  const taken = { floor: await least(), first: await ours(), floorAgain: await least(), again: await ours() }
  for (const name of names) requireSameLedger(folder, name, join('out', name))
  return taken
}
