import type { Finding } from '../../domain/findings/discrepancy.ts'
import type { TimelineStep } from '../../domain/findings/timeline.ts'
import { HIDDEN, type Hide, hiderOf, maskDiscrepancies, maskInvoiceInPull } from '../../domain/personal/personal.ts'
import type { InvoiceInPull } from '../../domain/pull/invoice-in-pull.ts'
import { once } from '../../std/once.ts'
import type { Store } from '../../storage/store.ts'
import { allCustomers } from '../query/all-customers.ts'

/**
 * The database for others: no file, page or workbook made from it has a document number or a customer's name. Checks
 * never run on it, since their findings must come from the unmasked database.
 */
export const maskStore = (store: Store): Store => {
  const hider = once(() => customerHider(store))
  const masked = async <F extends Pick<Finding, 'subject' | 'figures'>>(found: readonly F[]): Promise<readonly F[]> =>
    maskDiscrepancies(found, await hider())
  const maskInvoices = async (page: readonly InvoiceInPull[]): Promise<readonly InvoiceInPull[]> => {
    const hide = await hider()
    return page.map((invoice) => maskInvoiceInPull(invoice, hide))
  }
  return {
    ...store,
    invoices: {
      ...store.invoices,
      asOf: async function* (...asked) {
        for await (const page of store.invoices.asOf(...asked)) yield maskInvoices(page)
      },
      withIds: async (...asked) => maskInvoices(await store.invoices.withIds(...asked)),
    },
    findings: {
      ...store.findings,
      ofSlot: async (slot) => masked(await store.findings.ofSlot(slot)),
      all: async () => masked(await store.findings.all()),
      timelines: async (slot) => {
        const timelines = await store.findings.timelines(slot)
        return withMaskedIds(await withReplacedFindings(timelines, masked, maskedStep), timelines)
      },
    },
    periods: { ...store.periods, restatements: async () => masked(await store.periods.restatements()) },
  }
}

type Timelines = ReadonlyMap<string, readonly TimelineStep[]>

/** An id is a digest of its subject. When the subject is masked, it is replaced by a plain number. */
const withMaskedIds = (masked: Timelines, timelines: Timelines): Timelines => {
  let hidden = 0
  const idOf = (id: string, steps: readonly TimelineStep[]): string => {
    if (subjectIn(steps) === subjectIn(timelines.get(id) ?? [])) return id
    hidden += 1
    return `${HIDDEN}-${hidden}`
  }
  return new Map([...masked].map(([id, steps]) => [idOf(id, steps), steps]))
}

const subjectIn = (steps: readonly TimelineStep[]): string | undefined =>
  steps.find(({ sighting }) => sighting?.finding)?.sighting?.finding?.subject

/** Returns the timelines with replaced findings; each step is made again. */
export const withReplacedFindings = async (
  timelines: Timelines,
  findings: (found: readonly Finding[]) => Promise<readonly Finding[]>,
  stepOf: (step: TimelineStep) => TimelineStep,
): Promise<Timelines> => {
  const allSteps = [...timelines.values()].flat()
  const found = [...new Set(allSteps.flatMap(({ sighting }) => sighting?.finding ?? []))]
  const shown = new Map(zipped(found, await findings(found)))
  return new Map([...timelines].map(([id, steps]) => [id, steps.map((step) => stepOf(withFinding(step, shown)))]))
}

const withFinding = (step: TimelineStep, shown: ReadonlyMap<Finding, Finding>): TimelineStep => {
  const { sighting } = step
  const finding = sighting?.finding ?? null
  return sighting === null || finding === null
    ? step
    : { ...step, sighting: { ...sighting, finding: shown.get(finding) ?? finding } }
}

/** Hides every customer of the merchant, since a reference may name a customer of another settlement. */
export const customerHider = async (store: Store): Promise<Hide> => {
  const { documents, names } = await allCustomers(store)
  return hiderOf([...documents, ...names], HIDDEN)
}

const zipped = <T>(keys: readonly T[], values: readonly T[]): readonly (readonly [T, T])[] =>
  keys.map((key, at) => [key, values[at] ?? key])

/** The author of a step is a name, too, and is hidden; the act and its reason are shown. */
const maskedStep = (step: TimelineStep): TimelineStep => {
  const { by, act } = step
  return { ...step, by: by === null ? null : HIDDEN, act: act === null ? null : { ...act, by: HIDDEN } }
}
