import type { InvoiceRow } from './invoices/invoices.ts'
import { addDays } from './time/clock.ts'
import type { World } from './world.ts'

/** What a merchant's own list has of a tenant. */
interface ListRow {
  readonly owner: string
  readonly contract: string
  readonly document: string
  readonly amount: number
  readonly dueDate: string
}

/** Each fault occurs once in this many tenants; these are its positions among them. */
const PERIOD = 290
const UNLISTED = 41
const RAISED = 97
const LOWERED = 151
const UNPAID = 223
const RAISE = 100_000
const LOWER = 50_000

const OWNERS = [
  'Luz Marina Güiza',
  'Hernán Cañón',
  'Inés Peñaloza',
  'Inversiones La Añeja S.A.S.',
  'Óscar Yepes',
] as const

/** The day of a month on which rents are due. */
const DUE_DAY = '10'

/**
 * The merchant's list of what its tenants owe, with faults: payments that no row explains, rents that were raised or lowered, tenants
 * who did not pay. What was paid before the first settlement is a rent of the month before.
 */
export const receivablesList = (world: World, merchant: number): Buffer => {
  const first = world.settlements.all(merchant)[0]?.date ?? '0000-00-00'
  const reading = { merchant, filters: {}, after: undefined, limit: Number.MAX_SAFE_INTEGER, newestFirst: false }
  // A trouble of the demo lists an invoice twice.
  const invoices = [...new Map(world.invoices.list(reading).map((one) => [one.id, one])).values()]
  const paid = invoices.filter((invoice) => invoice.paid_day !== null && invoice.paid !== null)
  return csvOf(oneOfContract(paid.flatMap((invoice, index) => rowsOf(invoice, index, first))))
}

/** Invoices of one contract in one month are parts of one rent; where the contract is of zeros, those of one person. */
const oneOfContract = (rows: readonly ListRow[]): readonly ListRow[] => {
  const by = new Map<string, ListRow>()
  for (const row of rows) {
    const key = `${/^0+$/.test(row.contract) ? row.document : row.contract} ${row.dueDate}`
    by.set(key, { ...row, amount: row.amount + (by.get(key)?.amount ?? 0) })
  }
  return [...by.values()]
}

const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7)

const rowsOf = (invoice: InvoiceRow, index: number, first: string): readonly ListRow[] => {
  const { contract, document, amount, paid_day } = invoice
  const day = paid_day ?? first
  const month = day.slice(0, 7)
  const row = {
    owner: OWNERS[(index + Math.floor(index / PERIOD)) % OWNERS.length] ?? '',
    contract,
    document,
    amount,
    dueDate: `${day < first ? monthBefore(month) : month}-${DUE_DAY}`,
  }
  switch (index % PERIOD) {
    case UNLISTED:
      return []
    case RAISED:
      return [{ ...row, amount: amount + RAISE }]
    case LOWERED:
      return [{ ...row, amount: amount - LOWER }]
    case UNPAID:
      return [
        row,
        {
          ...row,
          contract: `9${String(index).padStart(4, '0')}`,
          document: String(990_000_000 + index),
          dueDate: `${month}-${DUE_DAY}`,
        },
      ]
    default:
      return [row]
  }
}

const grouped = (pesos: number): string => {
  const [whole = '', decimals = ''] = pesos.toFixed(2).split('.')
  return `$ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')}${decimals === '00' ? '' : `,${decimals}`}`
}

/** As a spreadsheet saves it in Colombia: Windows-1252, semicolons, days first, a totals row. */
const csvOf = (rows: readonly ListRow[]): Buffer => {
  const lines = rows.map(({ owner, contract, document, amount, dueDate }) =>
    [owner, contract, document, grouped(amount), dueDate.split('-').toReversed().join('/')].join(';'),
  )
  const total = ['TOTAL', '', '', grouped(rows.reduce((sum, { amount }) => sum + amount, 0)), ''].join(';')
  return Buffer.from(
    `${['Propietario;Contrato;Cédula o NIT;Canon;Fecha límite', ...lines, total].join('\r\n')}\r\n`,
    'latin1',
  )
}
