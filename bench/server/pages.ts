import type { Scene, SceneSlot } from '../scene.ts'
import { draw, drawHex, seedOf } from './chance.ts'
import { amountAt, invoiceAt, type Placed } from './invoice.ts'

/** api.md, Limits: the largest page, which the job requests. */
export const PAGE_LIMIT = 100

/** The prepared answers for one slot. */
export interface PreparedSlot {
  readonly settlement: Buffer
  readonly pages: readonly Buffer[]
  /** The page of each cursor. */
  readonly cursors: ReadonlyMap<string, number>
}

export const preparedSlot = (scene: Scene, slot: SceneSlot): PreparedSlot => {
  const seed = seedOf(`${slot.date} ${slot.cycle}`)
  const count = Math.max(1, Math.ceil(slot.invoices / PAGE_LIMIT))
  const cursors = Array.from({ length: count }, (_, page) => cursorOf(scene, seed, page))
  return {
    settlement: settlementOf(slot, seed),
    pages: cursors.map((_, page) => pageOf(scene, { slot, seed, index: page * PAGE_LIMIT }, cursors[page + 1] ?? null)),
    cursors: new Map(cursors.map((cursor, page) => [cursor, page])),
  }
}

const pageOf = (scene: Scene, first: Placed, cursor: string | null): Buffer => {
  const length = Math.min(PAGE_LIMIT, first.slot.invoices - first.index)
  const items = Array.from({ length }, (_, item) => itemOf(scene, { ...first, index: first.index + item }))
  return Buffer.from(JSON.stringify({ items, cursor, count: items.length }))
}

/** The change from night to night is not a discrepancy: a description. */
const itemOf = (scene: Scene, at: Placed): Record<string, string | number> => {
  const { paymentId, ...rest } = invoiceAt(at)
  const invoice = scene.withoutPaymentId || paymentId === undefined ? rest : { ...rest, paymentId }
  if (scene.night === 1 || draw(at.seed, at.index, 1_000 + scene.night) >= scene.changed * 2 ** 32) return invoice
  return { ...invoice, description: `${invoice.description}, nota ${scene.night}` }
}

const cursorOf = (scene: Scene, seed: number, page: number): string => {
  const salt = scene.freshCursors ? scene.night : 0
  return Buffer.from(JSON.stringify({ after: drawHex(seed, page, 2_000 + salt), page })).toString('base64url')
}

/** Totals that the pages add up to exactly, so that the slot reconciles. */
const settlementOf = (slot: SceneSlot, seed: number): Buffer => {
  let collected = 0
  for (let index = 0; index < slot.invoices; index += 1) collected += amountAt({ slot, seed, index })
  const fees = Math.round(collected * 0.0119)
  return Buffer.from(
    JSON.stringify({
      date: slot.date,
      cycle: slot.cycle,
      status: 'credited',
      numberOfInvoices: slot.invoices,
      amountCollected: collected,
      fees,
      feesPostpaid: false,
      adjustments: 0,
      gateway: false,
      paymentAmount: collected - fees,
    }),
  )
}
