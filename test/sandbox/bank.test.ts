import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { guessMapping } from '../../src/bank/tables/guess-mapping.ts'
import { DEMO_WEEK } from '../../src/sandbox/index.ts'
import { BOGOTA } from '../bogota.ts'
import { openService, type Service } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await openService({ scenario: 'demo-week', clock: DEMO_WEEK.clock })
})
afterAll(() => service.close())

const fileOf = async (form: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${service.controlUrl}/bank/${form}`)).arrayBuffer())

const FORMS = ['bancolombia-csv', 'bancolombia-text', 'davivienda-csv', 'csv', 'camt', 'mt940', 'ofx']

describe("the merchant's bank", () => {
  test('tells the account, its forms, and one payout of each trouble', async () => {
    const { fields } = await service.control('GET', '/bank')
    expect(fields).toMatchObject({ account: '40600000001', from: DEMO_WEEK.from, to: DEMO_WEEK.to })
    expect(fields.forms).toEqual(FORMS.map((form) => expect.objectContaining({ form })))
    expect(fields.troubles).toEqual(
      expect.arrayContaining(
        ['late', 'joined', 'split', 'short', 'missing', 'stranger'].map((kind) => expect.objectContaining({ kind })),
      ),
    )
  })

  test.each(FORMS)(
    '%s: the same credits of the operator, the bills, the tax on them, and tenants by name',
    async (form) => {
      const bytes = await fileOf(form)
      const name = `${form}.bank`
      const file = readBankFile(bytes, {
        zone: BOGOTA,
        name,
        ...(form === 'csv' && { mapping: guessMapping(bytes, { name }) }),
      })
      const [statement] = file.statements
      const sums = (text: string) =>
        statement?.entries.flatMap((entry) =>
          entry.text.includes(text) ? [`${entry.bookedOn} ${entry.value}`] : [],
        ) ?? []
      const camt = readBankFile(await fileOf('camt'), { zone: BOGOTA, name: 'camt' }).statements[0]?.entries ?? []
      const inCamt = (text: string) =>
        camt.flatMap((entry) => (entry.text.includes(text) ? [`${entry.bookedOn} ${entry.value}`] : []))
      for (const text of ['OPERADOR PAGOS', 'PAGO A PROVEEDOR', '4X1000', 'CONSIGNACION']) {
        expect(sums(text).length).toBeGreaterThan(4)
        expect(sums(text).toSorted()).toEqual(inCamt(text).toSorted())
      }
      expect(sums('4X1000')).toHaveLength(sums('PAGO A PROVEEDOR').length)
    },
  )

  test('the tax is four in a thousand of the bill', async () => {
    const { statements } = readBankFile(await fileOf('bancolombia-csv'), { zone: BOGOTA, name: 'a' })
    const valuesOf = (text: string) =>
      statements[0]?.entries.flatMap((entry) => (entry.text.includes(text) ? [entry.value] : [])).toSorted()
    expect(valuesOf('4X1000')).toEqual(
      valuesOf('PROVEEDOR')
        ?.map((value) => (value * 4n) / 1000n)
        .toSorted(),
    )
  })

  test.each([
    ['/bank/pdf', 404, /Form not found; there are bancolombia-csv,/],
    ['/bank?merchant=9', 404, /Merchant not found/],
  ])('%s', async (path, status, message) => {
    const said = await service.control('GET', path)
    expect([said.status, said.fields.error]).toEqual([status, expect.stringMatching(message)])
  })

  test('before the first settlement', async () => {
    const empty = await openService()
    expect((await empty.control('GET', '/bank')).status).toBe(409)
    await empty.close()
  })
})
