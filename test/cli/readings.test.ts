import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type Service, startService } from '../stories/service.ts'
import { settlement, somePaid } from '../stories/told.ts'
import { type } from './terminal.ts'

let service: Service
let cwd: string
beforeEach(async () => {
  cwd = emptyFolder()
  service = await startService(() => Date.parse('2026-03-13T03:30:00Z'))
  onTestFinished(() => service.close())
})

const here = (): Partial<Io> => ({ cwd, env: { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: 'a-key' } })

/** Two settlements of a day, the second with an adjustment that was added to the payout or subtracted from it. */
const tellDay = (date: string, sign: 1 | -1): void => {
  for (const cycle of ['11', '13']) {
    const invoices = somePaid(date, cycle, 2)
    const plain = settlement(date, cycle, invoices)
    const adjusted = { ...plain, adjustments: 5_000, paymentAmount: Number(plain.paymentAmount) + sign * 5_000 }
    service.tell(date, cycle, { settlement: cycle === '13' ? adjusted : plain, invoices })
  }
}
const pull = (date: string) =>
  type(`run --date ${date} --cycle 11 --cycle 13 --fail-on never`, { ...here(), newRunId: () => `run of ${date}` })

it('holds each reading against the settlements that can tell, and says what would decide the others', async () => {
  tellDay('2026-03-11', 1)
  await pull('2026-03-11')
  const { status, out } = await type('readings', here())
  expect([status, out]).toEqual([
    0,
    `6 undocumented interpretations compared with 2 final settlements: 2 supported, 0
contradicted, 4 undecided.

setting         value         fits  does not  can tell  in force
adjustments     add              1         0         1  supported
adjustments     subtract         0         1         1
postpaidFees    not-deducted     0         0         0  undecided
gateway         candidates       0         0         0  undecided
chargebacks     counted          0         0         0  undecided
collectedBasis  paid             0         0         0  undecided
cycleAliases    own-labels       2         0         2  supported
cycleAliases    other-labels     0         2         2
`.replace(/\n$/, '') + out.slice(out.indexOf('\n\npostpaidFees (')),
  ])
  expect(out).toContain(
    'chargebacks (chargebacks in collected): would be decided by a settlement that\nlists a chargeback',
  )
})

it('marks the setting in force, also where it accepts any of several values, or asserts none', async () => {
  for (const [cycle, isZero] of [
    ['11', true],
    ['13', false],
  ] as const) {
    const invoices = somePaid('2026-03-11', cycle, 2)
    const plain = settlement('2026-03-11', cycle, invoices, { gateway: true })
    const paymentAmount = isZero ? 0 : Number(plain.amountCollected)
    service.tell('2026-03-11', cycle, { settlement: { ...plain, paymentAmount }, invoices })
  }
  await pull('2026-03-11')
  const lines = (text: string) =>
    text.slice(text.indexOf('\ngateway'), text.indexOf('\nchargebacks')).replaceAll(/ +/g, ' ')
  expect(lines((await type('readings', here())).out)).toBe(`
gateway candidates 2 0 2 supported
gateway same 0 2 2
gateway gateway-collected 1 1 2
gateway gateway-zero 1 1 2
gateway gateway-adjustments-less-fees 0 2 2`)
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ gateway: 'unchecked' }))
  await type('check --date 2026-03-11', { ...here(), newRunId: () => 'checked' })
  expect(lines((await type('readings', here())).out)).toMatch(/^\ngateway none asserted supported\ngateway candidates/)
})

it('says so in Spanish, too', async () => {
  tellDay('2026-03-11', -1)
  await pull('2026-03-11')
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ language: 'es' }))
  const { out } = await type('readings', here())
  expect(out).toContain('comparadas con 2 liquidaciones definitivas:\nrespaldadas 1, contradichas 1, sin decidir 4.')
  expect(out).toContain('CONTRADICHA')
  expect(out).toContain('1 liquidación cumple otro valor y no add:')
})

it('a pinned reading that later data contradict is found once, and told where it was pinned', async () => {
  tellDay('2026-03-10', 1)
  await pull('2026-03-10')
  const pin = { adjustments: { by: 'Ana', at: '2026-03-11' } }
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ pinnedReadings: pin }))
  for (const date of ['2026-03-12', '2026-03-11']) {
    tellDay(date, -1)
    await pull(date)
  }
  const listed = await type('discrepancies list --code READING_CONTRADICTED --json', here())
  const { discrepancies } = JSON.parse(listed.out)
  expect(discrepancies).toMatchObject([
    {
      date: '2026-03-11',
      cycle: '13',
      severity: 'warning',
      subject: 'settlement.adjustments',
      expected: 'add',
      reported: 'subtract',
    },
  ])
  const document = JSON.parse((await type('readings --json', here())).out)
  expect(document.readings[0]).toMatchObject({
    setting: 'adjustments',
    inForce: 'add',
    pinned: { by: 'Ana', at: '2026-03-11' },
    canTell: 3,
    standing: 'contradicted',
    against: [
      { date: '2026-03-11', cycle: '13' },
      { date: '2026-03-12', cycle: '13' },
    ],
  })
  expect((await type('readings', here())).out).toMatch(/CONTRADICTED +Ana +2026-03-11/)
})

it('pins what is in force into the settings file, and leaves the rest of it as it is', async () => {
  tellDay('2026-03-11', 1)
  await pull('2026-03-11')
  const path = join(cwd, 'cuadre.config.json')
  writeFileSync(path, '{\n  "language": "en",   "csvProfile": "raw"\n}\n')
  const { status, out } = await type('readings --pin adjustments --by Ana', here())
  expect([status, out]).toEqual([0, expect.stringMatching(/supported +Ana +2026-03-12/)])
  expect(out).toContain('File: cuadre.config.json')
  expect(readFileSync(path, 'utf8')).toContain('"language": "en",   "csvProfile": "raw"')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    adjustments: 'add',
    pinnedReadings: { adjustments: { by: 'Ana', at: '2026-03-12' } },
  })
  expect((await type('readings --json', here())).status).toBe(0)
})

it.each([
  ['readings --pin chargebacks', '--pin names no interpretation that can be pinned'],
  ['readings --by Ana', '--by needs --pin'],
  ['readings --pin gateway --as-of 1', '--pin excludes --as-of'],
])('%s is refused', async (words, message) => {
  expect(await type(words, here())).toMatchObject({ status: 2, err: expect.stringContaining(message) })
})

it('pins nothing without a settings file', async () => {
  tellDay('2026-03-11', 1)
  await pull('2026-03-11')
  expect(await type('readings --pin gateway --by Ana', here())).toMatchObject({
    status: 2,
    err: expect.stringContaining('NO_SETTINGS_FILE'),
  })
})
