import {
  type Cuadre,
  CuadreError,
  type CuadreSettings,
  openCuadre,
  type RunDocument,
  type ScheduleSetting,
} from 'cuadre'
import { CHECKS, defineCheck, NO_DATA, NOTHING, observed, THE_SETTLEMENT } from 'cuadre/checks'
import { createClient } from 'cuadre/client'
import runSchema from 'cuadre/schemas/run.json' with { type: 'json' }
import { verifyNotification } from 'cuadre/webhooks'

export const settlementFailed = defineCheck({
  code: 'SETTLEMENT_FAILED',
  severity: 'warning',
  acts: 'operator',
  check: ({ settlement }) =>
    settlement?.status === 'failed'
      ? observed(THE_SETTLEMENT, { unit: null, reported: settlement.status, expected: null }, NO_DATA)
      : NOTHING,
  title: { en: 'The settlement failed', es: 'La liquidación falló' },
  when: 'a settlement failed',
  message: { en: ({ figures }) => `it is ${figures.reported}`, es: ({ figures }) => `está ${figures.reported}` },
})
const tariff: readonly ScheduleSetting[] = [
  { from: '2026-01-01', methods: { pse: { fixed: 2900 }, card: { tiers: [{ above: 0, percent: 2.5 }] } } },
  { from: '2026-07-01', methods: { pse: { fixed: 3100 } }, tax: { name: 'IVA', percent: 19 }, rounding: 'invoice' },
]
const key: string | undefined = undefined
// The forms of the settings file.
const written: CuadreSettings = {
  apiKey: key,
  tariff,
  bankText: 'OPERADOR PAGOS',
  bankMapping: { date: 1, text: ['Detalle'], amount: { value: 'Valor' } },
  pinnedReadings: { gateway: { by: 'Ana', at: '2026-03-12' } },
}
const cuadre: Cuadre = openCuadre({
  ...written,
  db: 'cuadre-demo/cuadre.db',
  out: 'cuadre-demo/out',
  cycles: ['11'],
  checks: [...CHECKS, settlementFailed],
})
cuadre.on('progress', (step) => {
  if (step.kind === 'planned') step.slots.toFixed()
})
const checked: RunDocument = await cuadre.check({ date: '2026-03-12' })
const difference: number | null | undefined = checked.slots[0]?.discrepancies[0]?.difference
const client = createClient({ baseUrl: 'https://example.com/v1', apiKey: 'a-key' })
const verdict = verifyNotification({ body: new Uint8Array(), headers: {}, keys: ['a-key', key] })
if (verdict.kind === 'accepted' && verdict.claim?.kind === 'settlement') verdict.claim.payout?.toFixed()
if (checked.outcome !== 'differs' || difference !== 1850000 || verdict.status !== 401) throw new Error('another answer')
if (runSchema.$id !== 'cuadre/schemas/run.json') throw new Error('another schema')
await client.close()
await cuadre.close()

/** What makes no sense does not compile. */
export const misuse = async (error: unknown): Promise<void> => {
  // @ts-expect-error a setting of another name
  openCuadre({ lookBackDays: 3 })
  // @ts-expect-error a code alone is no check
  openCuadre({ checks: ['SETTLEMENT_FAILED'] })
  // @ts-expect-error cycles are text
  await cuadre.run({ cycles: [11] })
  // @ts-expect-error it has no such outcome
  if (checked.outcome === 'fine') return
  // @ts-expect-error documents do not change
  checked.exitCode = 0
  // @ts-expect-error nobody decides without a reason
  await cuadre.discrepancies.accept('abcdef', { by: 'ana' })
  // @ts-expect-error a schedule has a first day
  openCuadre({ tariff: [{ methods: { pse: { fixed: 2900 } } }] })
  // @ts-expect-error an event of another name
  cuadre.on('done', () => undefined)
  // @ts-expect-error the amount is missing
  await client.createInvoice({ reference: 'a', description: 'b', redirectUrl: 'https://c.co', customerDocument: '1' })
  // @ts-expect-error only an accepted notification claims something
  verdict.claim
  if (error instanceof CuadreError) {
    // @ts-expect-error no error has this code
    if (error.code === 'NO_SUCH_CODE') return
  }
}
