import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type Service, startService } from '../stories/service.ts'
import { type } from './terminal.ts'

const DATE = '2026-03-12'
let service: Service
let cwd: string
beforeEach(async () => {
  cwd = emptyFolder()
  service = await startService(() => Date.parse('2026-03-13T03:30:00Z'))
  onTestFinished(() => service.close())
  service.tellSettled(DATE, '11', 2)
})

const here = (): Partial<Io> => ({
  cwd,
  env: { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: 'a-key' },
})
const pull = () => type(`run --date ${DATE} --cycle 11`, here())

it('finds an invoice without asking the service, for a person and for a program', async () => {
  expect((await pull()).status).toBe(0)
  service.refuse(() => ({ status: 500, body: { error: 'asked' } }))
  const { status, out, err } = await type('find 00002', here())
  expect([status, err]).toEqual([0, ''])
  expect(out).toContain('1 invoice with this contract in the settlements of 2026-03-12.')
  const document = JSON.parse((await type('find 00002 --json', here())).out)
  expect(document).toMatchObject({
    command: 'find',
    exitCode: 0,
    match: 'exact',
    invoices: [
      { id: `${DATE}-11-002`, settlements: [{ paid: 1_002_000, customerDocument: '***', customerName: null }] },
    ],
    error: null,
  })
})

it.each(['1002000', '1,002,000', '1.002.000', 'COP 1,002,000', '$ 1.002.000,00'])('finds a sum: %s', async (text) => {
  await pull()
  const document = JSON.parse((await type(['find', text, '--json'], here())).out)
  expect(document).toMatchObject({ match: 'sum', invoices: [{ id: `${DATE}-11-002`, fields: ['amount', 'paid'] }] })
  expect((await type(['find', text], here())).out).toContain('1 invoice with this amount, paid amount in the')
})

it.each(['1002', '1002001', '1.002.00', '1002000.5'])('%s is no sum of it', async (text) => {
  await pull()
  expect(JSON.parse((await type(['find', text, '--json'], here())).out)).toMatchObject({ match: null })
})

it('ends with 0 where there is nothing, and with 2 where nothing was ever pulled', async () => {
  expect(await type('find 00002', here())).toMatchObject({
    status: 2,
    err: expect.stringMatching(
      /^cuadre: NEVER_PULLED: nothing was ever pulled for this merchant; pull it with: cuadre run\n/,
    ),
  })
  await pull()
  const { status, out } = await type('find nobody --json', here())
  expect([status, JSON.parse(out)]).toEqual([0, expect.objectContaining({ match: null, from: DATE, invoices: [] })])
})

it('takes one text, and no blank one', async () => {
  await pull()
  expect(await type(['find', ' '], here())).toMatchObject({ status: 2, err: expect.stringContaining('is blank') })
  expect((await type('find', here())).status).toBe(2)
  expect((await type(['find', 'Inquilino 1'], here())).out).toContain('No invoice')
})

it('is asked of each merchant, or of the one that is named', async () => {
  await pull()
  const file = { merchants: [{ name: 'default' }, { name: 'casa' }] }
  const { writeFileSync } = await import('node:fs')
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify(file))
  const { status, out } = await type('find 00002 --json', here())
  expect([status, JSON.parse(out)]).toMatchObject([
    2,
    {
      command: 'find',
      merchants: [
        { merchant: 'default', match: 'exact' },
        { merchant: 'casa', exitCode: 2 },
      ],
    },
  ])
  expect((await type('find 00002 --merchant default', here())).status).toBe(0)
})
