import { typeCommand } from './driver.ts'
import { act } from './oracle/acts.ts'
import { keyOf } from './oracle/finding.ts'
import { EVERY_FINDING, memoryOf, stateOf } from './oracle/model.ts'
import { findingsOf, owedOf, paidOf } from './oracle/recoveries.ts'
import { dayAfter, dayOf } from './oracle/words.ts'
import { expectStatus, type Stage } from './play-night.ts'
import { type Playing, pick } from './play-recoveries.ts'
import { nameOf, type SlotKey } from './story.ts'

interface PrintedRow extends SlotKey {
  readonly sum: number
}

type Sums = Readonly<Record<'asked' | 'recovered' | 'accepted' | 'changed' | 'left', number>>

interface PrintedClaims {
  readonly letters: readonly (Sums & { readonly letter: number | null; readonly isPastDay: boolean })[]
  readonly claims: readonly (Sums &
    SlotKey & { readonly letter: number | null; readonly case: string; readonly state: string })[]
}

interface PrintedFinding extends SlotKey {
  readonly code: string
  readonly subject: string
  readonly case: string
  readonly state: string
}

const centavos = (cop: number): number => Math.round(cop * 100)
const total = (rows: readonly { readonly sum: number }[]): number =>
  rows.reduce((sum, row) => sum + centavos(row.sum), 0)

/** All that the operator owes and that nobody claimed is asked for, and claimed under the number of the letter. */
export const sentLetter: Playing = async (stage, _, now) => {
  const { place, model } = stage
  const memories = [...model.slots.values()]
  if (memories.every(({ readings }) => readings.length === 0)) return null
  const { letters } = model.recoveries
  const number = letters.length + 1
  const owed = memories.flatMap((memory) => {
    const sums = owedOf(model, memory)
    return sums === null ? [] : [{ name: nameOf(memory.slot), sums }]
  })
  const words = ['claims', 'letter', '--out', `letter-${now}-${number}`, '--by', 'ana', '--json']
  const ending = await typeCommand(place, now, words)
  const told = { name: 'claims letter', status: ending.status, lines: expectStatus('claims letter', ending, 0) }
  if (ending.status !== 0) return told
  const { letter } = JSON.parse(ending.out)
  const rows: readonly PrintedRow[] = letter?.rows ?? []
  const lines = owed.flatMap(({ name, sums }) => {
    const asked = rows.filter((row) => nameOf(row) === name).map(({ sum }) => centavos(sum))
    const text = asked.sort((a, b) => a - b).join()
    return text === sums.join() ? [] : [`claims letter: ${text} of ${name}, should be ${sums}`]
  })
  if (letter === null) return { ...told, name: 'claims letter of nothing', lines }
  const day = dayAfter(dayOf(now), 10)
  if (letter.number !== number || centavos(letter.total) !== total(rows) || letter.answerBy !== day)
    lines.push(
      `claims letter ${letter.number}: ${letter.total} by ${letter.answerBy}, should be ${number}: ${total(rows)} by ${day}`,
    )
  const { claims } = await claimsNow(stage, now)
  const list = await typeCommand(place, now, ['discrepancies', 'list', '--state', 'claimed', '--json'])
  const findings: readonly PrintedFinding[] = JSON.parse(list.out).discrepancies
  const cases = claims.filter((claim) => claim.letter === number)
  for (const { date, cycle, case: id } of cases) {
    const covered = findings.filter((one) => one.case === id && one.state === 'claimed')
    const [first] = covered
    if (first === undefined) return { ...told, lines: [...lines, `claims letter: nothing of ${id} is claimed`] }
    act(model, { kind: 'claim', to: 0 }, { ...first, slot: { date, cycle } }, now, covered)
  }
  letters.push({
    number,
    cases: cases.map(({ date, cycle, case: id }) => ({
      slot: { date, cycle },
      keys: findings.filter((one) => one.case === id).map(keyOf),
      day,
    })),
  })
  const asked = cases.reduce((sum, one) => sum + centavos(one.asked), 0)
  if (asked !== total(rows)) lines.push(`claims list: ${asked} asked in letter ${number}, which has ${total(rows)}`)
  return { ...told, lines: [...lines, ...(await ledgerLines(stage, now))] }
}

const claimsNow = async ({ place }: Stage, now: number): Promise<PrintedClaims> =>
  JSON.parse((await typeCommand(place, now, ['claims', 'list', '--json'])).out)

/** The ledger of claims: each line adds up; what is claimed of a letter is left of it but for what paid it. */
const ledgerLines = async (stage: Stage, now: number): Promise<readonly string[]> => {
  const { model } = stage
  const { letters, claims } = await claimsNow(stage, now)
  const foots = ({ asked, ...parts }: Sums): boolean =>
    centavos(asked) ===
    (['recovered', 'accepted', 'changed', 'left'] as const).reduce((sum, name) => sum + centavos(parts[name]), 0)
  const off = [...letters, ...claims].filter((one) => !foots(one))
  const own = model.recoveries.letters.flatMap(({ number, cases }) =>
    cases.flatMap((one) => {
      const findings = findingsOf(model, one)
      const { undecided } = memoryOf(model, one.slot)
      const claim = claims.find(
        (other) => other.letter === number && nameOf(other) === nameOf(one.slot) && other.state !== 'changed',
      )
      const isOpen = undecided.has(EVERY_FINDING) || one.keys.some((key) => undecided.has(key))
      if (isOpen || claim === undefined || cases.filter((other) => nameOf(other.slot) === nameOf(one.slot)).length > 1)
        return []
      const states = new Set(findings.map(({ known }) => stateOf(known)))
      const paid = paidOf(model, nameOf(one.slot), one.keys)
      const left =
        states.has('claimed') && states.size === 1 ? centavos(claim.asked) - centavos(claim.changed) - paid : null
      return left === null || left === centavos(claim.left)
        ? []
        : [`claims list: ${claim.left} left of ${nameOf(one.slot)} in letter ${number}, should be ${left / 100}`]
    }),
  )
  const late = letters.flatMap(({ letter, isPastDay, left }) => {
    const day =
      model.recoveries.letters
        .find(({ number }) => number === letter)
        ?.cases.map((one) => one.day)
        .sort()[0] ?? ''
    return isPastDay && (left === 0 || (letter !== null && day >= dayOf(now)))
      ? [`claims list: letter ${letter} is not past its day ${day}`]
      : []
  })
  return [...off.map((one) => `claims list: ${JSON.stringify(one)} does not add up`), ...own, ...late]
}

/** The operator's number, and sometimes the day that it promised, for all that is still out of a letter. */
export const gaveTicket: Playing = async (stage, { to, other }, now) => {
  const { place, model } = stage
  const letter = pick(model.recoveries.letters, to)
  if (letter === undefined) return null
  const until = other < 0.6 ? dayAfter(dayOf(now), Math.floor(other * 10) - 1) : undefined
  const flags = until === undefined ? [] : ['--until', until]
  const ending = await typeCommand(place, now, [
    'claims',
    'ticket',
    String(letter.number),
    `T-${to}`,
    ...flags,
    '--by',
    'ana',
    '--json',
  ])
  const covered: readonly PrintedFinding[] = ending.status === 0 ? JSON.parse(ending.out).discrepancies : []
  for (const one of letter.cases) {
    // A finding that came later may have taken the place of the one that was claimed: which are one case, the program says.
    const of = covered.filter((other) => nameOf(other) === nameOf(one.slot))
    const [first] = of
    if (first === undefined) continue
    act(model, { kind: 'claim', to, ...(until === undefined ? {} : { until }) }, { ...first, slot: one.slot }, now, of)
    if (until !== undefined) one.day = until
  }
  const isPast = until !== undefined && until < dayOf(now)
  const lines = expectStatus('claims ticket', ending, isPast ? 2 : null)
  return { name: 'claims ticket', status: ending.status, lines: [...lines, ...(await ledgerLines(stage, now))] }
}
