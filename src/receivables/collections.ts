import { type Centavos, fromCentavos, sumOf } from '../core/money.ts'
import type { BankPayment } from '../core/receivables.ts'
import { asSlotDate, type SlotDate } from '../core/slot.ts'
import { type FileFault, faultAt, LINES } from '../tables/file-fault.ts'

/** The characters of a line, of which trailing blanks may be cut. */
const WIDTH = 162

/** Whether a text is a file of Asobancaria 2001 with collections, by its first line. */
export const isCollections = (text: string): boolean => {
  const first = text.split(/\r\n|\r|\n/, 1)[0] ?? ''
  return first.length <= WIDTH && /^01[\d ]{10}20\d{6}\d{3}/.test(first)
}

interface Operation extends BankPayment {
  readonly isReturned: boolean
}

/** The batch that is being read. */
interface Batch {
  readonly line: number
  readonly name: string
  readonly operations: Operation[]
}

/**
 * Reads the collections of a bank: lines of fixed columns, in batches, whose counts and sums must agree. `digest` makes the
 * id of an operation, which is the same in every file that has it.
 */
export const readCollections = (
  text: string,
  digest: (text: string) => string,
): { readonly payments: readonly BankPayment[]; readonly returned: number } => {
  const lines = text.split(/\r\n|\r|\n/).map((line, index) => ({ line: line.trimEnd(), at: index + 1 }))
  const all: Operation[] = []
  let head: { readonly name: string; readonly day: SlotDate } | null = null
  let batch: Batch | null = null
  let isEnded = false
  for (const { line, at } of lines.filter((one) => one.line !== '')) {
    if (line.length > WIDTH) throw wrong(at, `it has more than ${WIDTH} characters`, `tiene más de ${WIDTH} caracteres`)
    const kind = line.slice(0, 2)
    if (isEnded || (head === null) !== (kind === '01')) throw outOfPlace(at)
    if (kind === '01') head = headOf(line, at)
    else if (kind === '05' && batch === null) batch = { line: at, name: line.slice(2, 19), operations: [] }
    else if (kind === '06' && batch !== null && head !== null)
      batch.operations.push(operationOf(line, at, head, batch, digest))
    else if (kind === '08' && batch !== null) {
      requireSums(line, at, batch.operations)
      all.push(...batch.operations)
      batch = null
    } else if (kind === '09' && batch === null) {
      requireSums(line, at, all)
      isEnded = true
    } else throw outOfPlace(at)
  }
  if (!isEnded) throw wrong(lines.length, 'its last record (09) is missing', 'falta su último registro (09)')
  const payments = all.filter(({ isReturned }) => !isReturned).map(({ isReturned: _, ...payment }) => payment)
  return { payments: withOrdinals(payments, digest), returned: all.length - payments.length }
}

const wrong = (at: number, en: string, es: string): FileFault => faultAt(LINES, at, { en, es })
const outOfPlace = (at: number): FileFault =>
  wrong(at, 'its record is unknown, or stands where none belongs', 'su registro es desconocido o está donde no va')

const headOf = (line: string, at: number) => {
  const day = asSlotDate(line.slice(12, 20).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
  if (day === null) throw wrong(at, 'its day is not a date', 'su día no es una fecha')
  return { name: `${line.slice(2, 12)} ${line.slice(20, 40)}`, day }
}

const operationOf = (
  line: string,
  at: number,
  { name, day }: { readonly name: string; readonly day: SlotDate },
  batch: Batch,
  digest: (text: string) => string,
): Operation => {
  const value = line.slice(50, 64)
  if (!/^\d{14}$/.test(value)) throw wrong(at, 'its value is not a sum', 'su valor no es una suma')
  const reference = line.slice(2, 50).trim()
  const said = [name, day, batch.name.slice(0, 13), reference, value, line.slice(74, 80), line.slice(87, 94)]
  return {
    id: `bank-${digest(said.join('|'))}`,
    reference: reference.replace(/^0+(?=.)/, '') || null,
    paid: fromCentavos(BigInt(value)),
    paidOn: day,
    row: at,
    isReturned: !/^[0 ]*$/.test(line.slice(94, 97)),
  }
}

/** Of operations that nothing tells apart in one file, the second has another id than the first. */
const withOrdinals = (payments: readonly BankPayment[], digest: (text: string) => string): readonly BankPayment[] => {
  const counts = new Map<string, number>()
  return payments.map((payment) => {
    const count = (counts.get(payment.id) ?? 0) + 1
    counts.set(payment.id, count)
    return count === 1 ? payment : { ...payment, id: `bank-${digest(`${payment.id} ${count}`)}` }
  })
}

/** A record of control says how many operations there are, and their sum, with or without those that were returned. */
const requireSums = (line: string, at: number, operations: readonly Operation[]): void => {
  const [count, sum] = [line.slice(2, 11), line.slice(11, 29)]
  if (!/^\d{9}$/.test(count) || !/^\d{18}$/.test(sum))
    throw wrong(at, 'its count or its sum is not a number', 'su cantidad o su suma no es un número')
  const kept = operations.filter(({ isReturned }) => !isReturned)
  const said: Centavos = fromCentavos(BigInt(sum))
  const agrees = [operations, kept].some((all) => sumOf(all.map(({ paid }) => paid)) === said)
  const counted = [operations, kept].some((all) => all.length === Number(count))
  if (!counted) throw wrong(at, 'its count is not that of the operations', 'su cantidad no es la de las operaciones')
  if (!agrees) throw wrong(at, 'its sum is not that of the operations', 'su suma no es la de las operaciones')
}
