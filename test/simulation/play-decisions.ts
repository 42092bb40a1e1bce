import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ending, typeCommand } from './driver.ts'
import { act, idOf, type Target, targetOf } from './oracle/acts.ts'
import { keyOf } from './oracle/finding.ts'
import { memoryOf } from './oracle/model.ts'
import { expectStatus, type NightEnd, type Stage } from './play-night.ts'
import { type Act, type Night, nameOf, type SlotKey } from './story.ts'

const REASON = 'told in a story'
const BY_ANA = ['--by', 'ana', '--json']

/** What people decide before a night: one by one, or in one sheet. */
export const playDecisions = async (stage: Stage, { acts }: Night, now: number): Promise<NightEnd> => {
  const [first] = acts
  if (typeof first?.to === 'number' && Math.floor(first.to * 1_000) % 3 === 0) return playSheet(stage, acts, now)
  const { place, model } = stage
  const [lines, statuses]: [string[], string[]] = [[], []]
  for (const one of acts) {
    const target = targetOf(model, one)
    if (target === null) continue
    const until = one.until === undefined ? [] : ['--until', one.until]
    const words = ['discrepancies', one.kind, idOfTarget(stage, target), '--reason', REASON, ...until, ...BY_ANA]
    const ending = await typeCommand(place, now, words)
    statuses.push(`${one.kind} ${ending.status}`)
    lines.push(...expectStatus(one.kind, ending, act(model, one, target, now, coveredBy(ending))))
  }
  return { lines, statuses }
}

/** One decision about a settlement, for several could be about one case. All of the sheet is done, or nothing. */
const playSheet = async (stage: Stage, acts: readonly Act[], now: number): Promise<NightEnd> => {
  const { place, model } = stage
  const targets = acts.flatMap((one) => {
    const target = targetOf(model, one)
    return target === null ? [] : [{ one, target }]
  })
  const rows = [...new Map(targets.map((row) => [nameOf(row.target.slot), row])).values()]
  if (rows.length === 0) return { lines: [], statuses: [] }
  const cells = rows.map(({ one, target }) => [idOfTarget(stage, target), one.kind, REASON, one.until ?? ''].join())
  writeFileSync(join(place.folder, 'sheet.csv'), ['id,disposition,reason,until', ...cells, ''].join('\n'))
  const asked = rows.map(({ one, target }) => {
    const known = memoryOf(model, target.slot).known.get(keyOf(target))
    // Of what is resolved, what is left of its case is decided; whether a day that is over matters to what is decided already is left open.
    const isOpen = known?.resolved != null || (known?.disposition != null && one.until !== undefined)
    return isOpen ? null : act(structuredClone(model), one, target, now, [target])
  })
  const ending = await typeCommand(place, now, ['discrepancies', 'import', 'sheet.csv', ...BY_ANA])
  const covered = coveredBy(ending)
  for (const { one, target } of ending.status === 0 ? rows : [])
    act(
      model,
      one,
      target,
      now,
      covered.filter((other) => nameOf(other) === nameOf(target.slot)),
    )
  const expected = asked.includes(2) ? 2 : asked.includes(null) ? null : 0
  const name = `import of ${rows.length} decisions`
  return { lines: expectStatus(name, ending, expected), statuses: [`${name} ${ending.status}`] }
}

const idOfTarget = ({ model: { merchant } }: Stage, { slot, code, subject }: Target): string =>
  idOf(merchant, slot, code, subject)

/** The findings that the document of an act names: those of the case. Which they are is not for the oracle to say. */
const coveredBy = ({ status, out }: Ending): readonly (SlotKey & Pick<Target, 'code' | 'subject'>)[] =>
  status === 0 ? JSON.parse(out).discrepancies : []
