import type { SceneSlot } from '../scene.ts'
import { draw, drawHex, pick } from './chance.ts'

const FIRST_NAMES = ['María Fernanda', 'José Andrés', 'Íngrid', 'Óscar Iván', 'Luz Ángela', 'Julián', 'Sofía'] as const
const LAST_NAMES = ['Gutiérrez Peña', 'Muñoz', 'Rodríguez', 'Ordóñez Gómez', 'Cárdenas', 'Nariño', 'López'] as const
const BUILDINGS = ['Los Álamos', 'El Bosque', 'Bolívar', 'Niquía'] as const
const METHODS = ['pse', 'nequiButton', 'bancolombiaButton', 'breb', 'card'] as const
const SOURCES = ['whatsapp', 'portal', 'link'] as const

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** The place of each draw of an invoice; a uuid takes four. */
const PLACE = { id: 0, payment: 4, amount: 8, time: 9, document: 10, name: 11, flat: 12, method: 13, contract: 14 }

export interface Placed {
  readonly slot: SceneSlot
  readonly seed: number
  readonly index: number
}

/** A paid invoice of the slot, with every field of api.md: about 570 bytes of JSON. */
export const invoiceAt = (at: Placed): Record<string, string | number> => {
  const { slot, seed, index } = at
  const drawn = (place: number): number => draw(seed, index, place)
  const [id, amount, created, method] = [idAt(at), amountAt(at), createdAt(at), drawn(PLACE.method)]
  return {
    id,
    reference: `ARR-${slot.date}-${slot.cycle}-${index}`,
    status: 'paid',
    amount,
    description: `Arriendo apto ${101 + (drawn(PLACE.flat) % 900)}, ${pick(BUILDINGS, drawn(PLACE.flat))}`,
    contract: String(drawn(PLACE.contract) % 100_000).padStart(5, '0'),
    expirationDate: moment(created + 5 * MINUTE),
    customerDocumentNumber: String(10_000_000 + (drawn(PLACE.document) % 1_100_000_000)),
    customerName: `${pick(FIRST_NAMES, drawn(PLACE.name))} ${pick(LAST_NAMES, drawn(PLACE.flat))}`,
    createdAt: moment(created),
    paymentDate: moment(created + (1 + (method % 4)) * MINUTE),
    paymentMethod: pick(METHODS, method),
    paymentSource: pick(SOURCES, method),
    paymentAmount: amount,
    settlementDate: slot.date,
    settlementTime: slot.cycle,
    paymentId: `${drawHex(seed, index, PLACE.payment)}${drawHex(seed, index, PLACE.payment + 1)}`,
    paymentUrl: `https://pagos.example/f/${id.slice(0, 8)}`,
  }
}

/** In the form of a version 4 UUID, and so in no order of time. */
const idAt = ({ seed, index }: Placed): string => {
  const word = (place: number): string => drawHex(seed, index, PLACE.id + place)
  const [b, c] = [word(1), word(2)]
  return `${word(0)}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${word(3)}`
}

export const amountAt = ({ seed, index }: Placed): number => 350_000 + (draw(seed, index, PLACE.amount) % 38_000) * 100

/** Some second of the day before the settlement. */
const createdAt = ({ slot, seed, index }: Placed): number =>
  Date.parse(`${slot.date}T00:00:00Z`) - DAY + (draw(seed, index, PLACE.time) % (DAY / 1_000)) * 1_000

const moment = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`
