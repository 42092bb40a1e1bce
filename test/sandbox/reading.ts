import type { Sandbox } from '../../src/sandbox/index.ts'

export interface Slot {
  readonly date: string
  readonly cycle: string
}

interface ListedInvoice {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly paymentAmount: number
  readonly paymentId: string
  readonly paymentMethod: string
  readonly settlementDate: string
  readonly settlementTime: string
}

interface ReadSettlement {
  readonly date: string
  readonly cycle: string
  readonly status: string
  readonly numberOfInvoices: number
  readonly amountCollected: number
  readonly fees: number
  readonly feesPostpaid: boolean
  readonly adjustments: number
  readonly gateway: boolean
  readonly paymentAmount: number
}

export interface SlotReading {
  readonly settlement: ReadSettlement | undefined
  readonly settlementText: string
  readonly items: readonly ListedInvoice[]
  readonly pages: readonly string[]
}

export const eachSlot = (days: readonly string[]): readonly Slot[] =>
  days.flatMap((date) => ['11', '13', '16', '18', '20'].map((cycle) => ({ date, cycle })))

const get = (sandbox: Sandbox, path: string): Promise<Response> =>
  fetch(`${sandbox.baseUrl}${path}`, { headers: { authorization: `Bearer ${sandbox.apiKey}` } })

/** Every page of a list as text, by the query that asks for the first. */
export const readPages = async (sandbox: Sandbox, query: string): Promise<readonly string[]> => {
  const pages: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const response = await get(sandbox, `/invoices?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
    const text = await response.text()
    pages.push(text)
    const page: { readonly cursor: string | null } = JSON.parse(text)
    cursor = page.cursor
  }
  return pages
}

/** The settlement and the whole invoice list of a slot. */
export const readSlot = async (sandbox: Sandbox, { date, cycle }: Slot): Promise<SlotReading> => {
  const response = await get(sandbox, `/settlements/${date}/${cycle}`)
  const settlementText = await response.text()
  const pages = await readPages(sandbox, `settlementDate=${date}&settlementCycle=${cycle}&limit=100`)
  const items = pages.flatMap((page): readonly ListedInvoice[] => JSON.parse(page).items)
  return { settlement: response.status === 200 ? JSON.parse(settlementText) : undefined, settlementText, items, pages }
}
