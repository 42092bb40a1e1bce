import { createHash } from 'node:crypto'
import { type Act, nameOf, type SlotKey } from '../story.ts'
import { isClosed } from './closing.ts'
import { keyOf } from './finding.ts'
import { EVERY_FINDING, type Model, memoryOf, stateOf } from './model.ts'
import { bySlot, dayOf } from './words.ts'

/** The first 16 hex digits of the SHA-256 of merchant, date, cycle, code and subject, joined by line feeds. */
export const idOf = (merchant: string, { date, cycle }: SlotKey, code: string, subject: string): string =>
  createHash('sha256').update([merchant, date, cycle, code, subject].join('\n')).digest('hex').slice(0, 16)

export interface Target {
  readonly slot: SlotKey
  readonly code: string
  readonly subject: string
}

/** The target of an act; null when there is no finding yet. */
export const targetOf = (model: Model, { to }: Act): Target | null => {
  if (typeof to !== 'number') return to
  const all = [...model.slots.values()]
    .sort((one, other) => bySlot(one.slot, other.slot))
    .flatMap(({ slot, known }) => [...known.values()].map(({ finding }) => ({ slot, ...finding })))
  return all[Math.floor(to * all.length)] ?? null
}

/**
 * Applies a person's act to the findings that the program says are of the case; returns the exit status, or null when the
 * contract leaves it open.
 */
export const act = (
  model: Model,
  { kind, until }: Act,
  { slot, code, subject }: Target,
  now: number,
  covered: readonly Pick<Target, 'code' | 'subject'>[],
): number | null => {
  const memory = memoryOf(model, slot)
  const key = keyOf({ code, subject })
  const known = memory.known.get(key)
  const payments = model.recoveries.paid.filter(
    (one) => one.slot === nameOf(slot) && covered.some((other) => keyOf(other) === one.key),
  )
  // Reopening gives back what was paid elsewhere, also of a closed day.
  if (kind === 'reopen') for (const one of payments) model.recoveries.paid.splice(model.recoveries.paid.indexOf(one), 1)
  if (isClosed(model, slot.date)) {
    memory.undecided.add(EVERY_FINDING)
    return null
  }
  const disposition = { kind: kind === 'accept' ? ('accepted' as const) : ('claimed' as const), until: until ?? null }
  const decided = covered.map(keyOf).flatMap((other) => {
    const one = memory.known.get(other)
    return one === undefined || stateOf(one) === 'resolved' ? [] : ([[other, one]] as const)
  })
  for (const [other, one] of decided) {
    // Whether what was paid elsewhere before is taken off another claim at once is left open.
    if (kind !== 'reopen' && payments.length > 0) memory.undecided.add(other)
    if (kind !== 'reopen') memory.known.set(other, { ...one, disposition })
    else if (one.disposition !== null) memory.known.set(other, { ...one, disposition: null, isNew: false })
  }
  if (decided.length > 0 && kind !== 'reopen') {
    // Whether the next night reads a settlement, of which another decision ran out before this one, is left open.
    memory.isToldOutdated ||= memory.isOutdated
    memory.isOutdated = false
  }
  if ([key, EVERY_FINDING, ...covered.map(keyOf)].some((one) => memory.undecided.has(one))) return null
  if (known === undefined) return 2
  // Reopening for the same reason again is nothing new, even when it is resolved by now.
  if (kind === 'reopen' && known.disposition === null) return null
  if (kind !== 'reopen' && until !== undefined && until < dayOf(now)) return 2
  // Of what is resolved, what is left of its case is decided.
  if (stateOf(known) === 'resolved') return decided.length > 0 ? null : 2
  return decided.some(([other]) => other === key) ? 0 : 2
}

/** After a command: it reported which acceptances and claims ended, including those of slots that it did not read. */
export const tellEnds = (model: Model): void => {
  for (const memory of model.slots.values()) {
    if (memory.isOutdated) memory.isToldOutdated = true
    memory.isOutdated = false
  }
}

/** An acceptance or a claim ends when its last day is over; the next run or check reports it. */
export const endDispositions = (model: Model, now: number): void => {
  for (const memory of model.slots.values()) {
    for (const [key, known] of memory.known) {
      const until = known.disposition?.until ?? null
      if (until === null || until >= dayOf(now)) continue
      memory.known.set(key, { ...known, disposition: null, isNew: false })
      memory.isOutdated = true
      // Whether the next night also reads the settlement whose adjustments paid a part of the claim is left open.
      for (const { payer, slot } of model.recoveries.paid.filter((one) => one.key === key))
        if (payer.kind === 'adjustment' && slot === nameOf(memory.slot))
          memoryOf(model, payer.slot).isToldOutdated = true
    }
  }
}
