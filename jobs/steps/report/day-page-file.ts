import { createHash } from 'node:crypto'
import { unresolvedIn } from '../../../reports/documents/explanation.ts'
import { type DayFacts, dayFacts, type Neighbours } from '../../../reports/pages/day-facts.ts'
import type { Proof, SlotProof } from '../../../reports/pages/day-page/proof.tsx'
import { dayPage } from '../../../reports/pages/day-page.tsx'
import { type InvoiceToReview, invoicesNamedIn } from '../../../reports/pages/invoices-to-review.ts'
import { assumptionsOf } from '../../../src/core/policy.ts'
import type { SlotDate } from '../../../src/core/slot.ts'
import type { FileEntry } from '../../../src/print/files/manifest.ts'
import { digestOf, type FileToPublish } from '../../../src/print/files/publish.ts'
import type { Piece } from '../../../src/std/files/whole-file.ts'
import { PLAIN_START } from '../../../src/std/start.ts'
import type { Store } from '../../../src/store/store.ts'
import { decisionNotes } from '../assess/merchant-facts.ts'
import type { JobContext } from '../run/context.ts'
import type { DatabaseFacts } from './database-facts.ts'
import { readInvoicesToReview } from './invoices-to-review.ts'
import { textOfFacts } from './published-files.ts'
import type { SlotOfDay } from './slots-of-day.ts'

/** The facts on the page beyond its own day. */
interface PageFacts {
  readonly neighbours: Neighbours
  readonly facts: DatabaseFacts
}

/** The most invoices on the page; `discrepancies.csv` names all of them. */
const INVOICES_MAX = 40

/**
 * Makes the page of a day. Its facts are gathered first, without the list of invoices. Only when they changed, or a file that the page
 * names changed, are proofs read and the page rendered.
 */
export const dayPageFile = async (
  job: JobContext,
  store: Store,
  date: SlotDate,
  slots: readonly SlotOfDay[],
  files: readonly FileToPublish[],
  pageFacts: PageFacts,
): Promise<FileToPublish> => {
  const facts = await factsOf(job, store, date, slots, pageFacts)
  const contents = slots.map(({ pull }) => (pull === null ? '' : `${pull.slot.cycle} ${pull.contentId}`))
  return {
    name: 'report.html',
    madeFrom: digestOf([textOfFacts(facts), ...contents, ...files.map(({ madeFrom }) => madeFrom)]),
    pieces: (before) => pagePieces(job, store, slots, facts, before),
  }
}

const factsOf = async (
  { settings: { policy, language, merchants, baseUrl, xlsx }, zone, masked = false, start = PLAIN_START }: JobContext,
  store: Store,
  date: SlotDate,
  slots: readonly SlotOfDay[],
  { neighbours, facts }: PageFacts,
): Promise<DayFacts> => {
  const reports = slots.map(({ report }) => report)
  const { invoices, more } = await invoicesOf(store, slots, facts)
  const read = {
    merchant: store.merchant.name,
    merchants,
    start,
    canAsk: baseUrl !== null,
    date,
    neighbours,
    reports,
    decisions: await decisionNotes(store, reports, zone, masked),
    invoices,
    moreInvoices: more,
    assumptions: assumptionsOf(policy),
    hasWorkbook: xlsx,
    masked,
  }
  return dayFacts(read, language, policy, zone)
}

/** The invoices that open discrepancies name, each in the slot that holds it. Most days have none, and nothing is read. */
const invoicesOf = async (
  store: Store,
  slots: readonly SlotOfDay[],
  facts: DatabaseFacts,
): Promise<{ readonly invoices: readonly InvoiceToReview[]; readonly more: number }> => {
  const invoices: InvoiceToReview[] = []
  let named = 0
  for (const { report } of slots) {
    const room = INVOICES_MAX - invoices.length
    const ofSlot = invoicesNamedIn(unresolvedIn(report), room)
    named += ofSlot.number
    if (ofSlot.first.length === 0) continue
    invoices.push(...(await readInvoicesToReview(store, await facts.pullsNear(), report.slot, ofSlot.first)))
  }
  return { invoices, more: Math.max(0, named - INVOICES_MAX) }
}

async function* pagePieces(
  { zone, version }: JobContext,
  store: Store,
  slots: readonly SlotOfDay[],
  facts: DayFacts,
  files: readonly FileEntry[],
): AsyncGenerator<Piece> {
  const proofs: SlotProof[] = []
  for (const { pull } of slots) {
    if (pull === null) continue
    const { runId, settlement, pages } = await store.evidence.proof(pull)
    proofs.push({
      cycle: pull.slot.cycle,
      run: runId,
      readAt: zone.clockAt(pull.contentAt),
      settlement,
      pages: pages.length,
      list: sha256(pages.map((page) => `${page}\n`).join('')),
    })
  }
  const proof: Proof = { slots: proofs, files, version }
  yield { text: dayPage(facts, proof), rows: 0 }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
