import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CLAIM_LEDGER, claimLetter, letterText } from '../../reports/claims/claim-letter.ts'
import type { ClaimLetterFacts, ClaimRow } from '../../reports/claims/letter-facts.ts'
import { letterPage } from '../../reports/claims/letter-page.tsx'
import { lettersOf } from '../../reports/documents/claims.ts'
import { creditsToConfirm } from '../../src/core/bank/payout-arrivals.ts'
import type { DispositionIntent } from '../../src/core/findings/act.ts'
import { type Centavos, plus, ZERO } from '../../src/core/money.ts'
import { nameOf, type Slot, uniqueSlots } from '../../src/core/slot.ts'
import { csvPieces } from '../../src/print/csv/csv.ts'
import { refuseOccupied } from '../../src/print/pack/target.ts'
import { type PackFile, type PackSummary, packedFiles, writePack } from '../../src/print/pack/write.ts'
import type { Claim } from '../../src/rules/account/claims.ts'
import { decideCase, type KnownDiscrepancy } from '../../src/rules/account/disposition.ts'
import { owedIn } from '../../src/rules/account/position-of.ts'
import { CuadreError } from '../../src/std/errors.ts'
import type { Store } from '../../src/store/store.ts'
import type { Language } from '../../src/words/language.ts'
import { type ActReport, applyDispositions, type DispositionPlan } from '../act.ts'
import { evidenceOf } from '../audit.ts'
import { bankInDatabase } from '../steps/bank/bank-in-database.ts'
import { maskStore } from '../steps/mask/mask-store.ts'
import { claimsInStore } from '../steps/query/claims-in-store.ts'
import { findDiscrepancies } from '../steps/query/find-discrepancies.ts'
import { settlementsInDatabase } from '../steps/report/counted-reports.ts'
import type { JobContext } from '../steps/run/context.ts'
import { claimRow, type OwedItem } from './claim-rows.ts'
import { answerDay, claimsOfLetter, nothingOut, outOf, reasonOf } from './claims.ts'

export interface LetterRequest {
  readonly by: string
  /** Findings or cases; none for all that the operator owes and that is not claimed. */
  readonly ids: readonly string[]
  /** The letter to remind of; null for a new one. */
  readonly again: number | null
  /** The folder or the zip. */
  readonly path: string
  readonly language: Language
  /** Whether names and documents of customers stand in it. */
  readonly hasNames: boolean
}

export interface LetterReport {
  /** Null where nothing is owed that can be asked for: nothing was written. */
  readonly letter: ClaimLetterFacts | null
  /** What is owed unless a credit of the bank is it: it is asked for when a person names it. */
  readonly leftOut: readonly OwedItem[]
  readonly made: PackSummary | null
  readonly act: ActReport
}

/** A letter as it will be written, and the acts that claim what it asks for. */
interface PlannedLetter {
  /** Null where nothing can be asked for. */
  readonly facts: ClaimLetterFacts | null
  readonly leftOut: readonly OwedItem[]
  readonly plan: DispositionPlan
}

const NOTHING: DispositionPlan = { discrepancies: [], intents: [] }

/** Writes a letter with its evidence, and then claims what it asks for; where that fails, the letter is taken back. */
export const writeLetter = async (job: JobContext, request: LetterRequest): Promise<LetterReport> => {
  const { path, by } = request
  await refuseOccupied(path)
  const wasThere = existsSync(path)
  let written: Omit<LetterReport, 'act'> = { letter: null, leftOut: [], made: null }
  try {
    const act = await applyDispositions(job, 'claim', by, async (store) => {
      const { facts, leftOut, plan } = await planLetter(job, store, request)
      written = { letter: facts, leftOut, made: facts && (await writeFiles(job, store, facts, request)) }
      return plan
    })
    return { ...written, act }
  } catch (error) {
    if (written.made !== null) await takeBack(path, wasThere)
    throw error
  }
}

/** A letter that claims nothing must not be sent. */
const takeBack = async (path: string, wasThere: boolean): Promise<void> => {
  const names = wasThere ? (await readdir(path)).map((name) => join(path, name)) : [path]
  for (const name of names) await rm(name, { recursive: true, force: true })
}

const planLetter = async (job: JobContext, store: Store, request: LetterRequest): Promise<PlannedLetter> => {
  const { claims, known } = await claimsInStore(store)
  const { reports } = await settlementsInDatabase(job, store, job.now())
  const { zone, settings } = job
  const bank = await bankInDatabase(store, await store.slots.states(), { policy: settings.policy, zone })
  const owed = (state: 'open' | 'claimed'): readonly OwedItem[] =>
    reports.flatMap((report) => {
      const arrival = bank?.bySlot.get(nameOf(report.slot))?.arrival ?? null
      return owedIn(report, state).map((one) => ({ report, owed: one, arrival }))
    })
  const again = request.again === null ? null : outOf(claimsOfLetter(claims, request.again))
  const all =
    again !== null
      ? [...owed('claimed'), ...owed('open')].filter(isOf(new Set(again.map((one) => one.case))))
      : request.ids.length === 0
        ? owed('open')
        : await itemsNamed(job, store, request.ids, owed('open'))
  if (all.length === 0 && request.again !== null) throw nothingOut(request.again)
  const leftOut = request.ids.length === 0 ? all.filter(mayHaveArrived) : []
  const items = all.filter((one) => !leftOut.includes(one))
  if (items.length === 0) return { facts: null, leftOut, plan: NOTHING }
  const number = request.again ?? Math.max(0, ...claims.map(({ letter }) => letter ?? 0)) + 1
  const facts = await factsOf(job, store, { ...request, number, items, claims })
  return { facts, leftOut, plan: planOf(job, facts, items, claims, known) }
}

/** A person must say first whether a credit of the bank is the payout, or what more came than the operator reports. */
const mayHaveArrived = ({ report: { settlement }, owed: { bucket }, arrival }: OwedItem): boolean => {
  if (arrival === null) return false
  if (bucket === 'bankMissing' || bucket === 'bankLess') return creditsToConfirm(arrival).length > 0
  return arrival.kind === 'arrived' && arrival.banked > (settlement?.payout ?? ZERO)
}

const isOf =
  (cases: ReadonlySet<string>) =>
  ({ owed }: OwedItem): boolean =>
    owed.cases.some((one) => cases.has(one))

/** Each of what is named must be owed, and nobody may have claimed or accepted it yet. */
const itemsNamed = async (
  job: JobContext,
  store: Store,
  ids: readonly string[],
  owed: readonly OwedItem[],
): Promise<readonly OwedItem[]> => {
  const named = await findDiscrepancies(store, { kind: 'ids', ids }, job)
  for (const { discrepancy } of named)
    if (!owed.some(isOf(new Set([discrepancy.case]))))
      throw new CuadreError(
        'NOT_OWED',
        discrepancy.state === 'claimed'
          ? { en: `${discrepancy.id} is claimed already`, es: `${discrepancy.id} ya está reclamado` }
          : {
              en: `${discrepancy.id} is no open sum that the operator owes`,
              es: `${discrepancy.id} no es una suma pendiente que deba el operador`,
            },
        discrepancy.state === 'claimed'
          ? { en: 'remind of its letter with --again', es: 'recuerde su carta con --again' }
          : { en: 'leave it out, or see "cuadre explain"', es: 'quítelo de la lista, o vea "cuadre explain"' },
      )
  return owed.filter(isOf(new Set(named.map(({ discrepancy }) => discrepancy.case))))
}

interface LetterContents extends LetterRequest {
  readonly number: number
  readonly items: readonly OwedItem[]
  readonly claims: readonly Claim[]
}

const factsOf = async (
  job: JobContext,
  store: Store,
  { number, items, claims, again, language, hasNames }: LetterContents,
): Promise<ClaimLetterFacts> => {
  const { settings, zone } = job
  const today = zone.dateAt(job.now())
  const context = { settings, store, shown: hasNames ? store : maskStore(store), today, hasNames }
  const rows: ClaimRow[] = []
  for (const item of items) rows.push(await claimRow(context, item))
  const [before] = again === null ? [] : lettersOf({ claims: claimsOfLetter(claims, again), today })
  return {
    ...{ language, number, rows, date: today, answerBy: answerDay(today, settings) },
    from: settings.claims.from.length > 0 ? settings.claims.from : [store.merchant.name],
    to: settings.claims.to.length > 0 ? settings.claims.to : [OPERATOR[language]],
    ticket: before?.ticket ?? null,
    again: before === undefined ? null : { ...before, date: zone.dateAt(before.at), answerBy: before.dueOn },
  }
}

const OPERATOR = { en: 'The operator of the collection service', es: 'Operador del servicio de recaudo' }

/** A claim of each case; a reminder asks for nothing a second time, and keeps the tickets. */
const planOf = (
  job: JobContext,
  { number, answerBy, again }: ClaimLetterFacts,
  items: readonly OwedItem[],
  claims: readonly Claim[],
  known: readonly KnownDiscrepancy[],
): DispositionPlan => {
  const asked = new Map<string, Centavos>()
  for (const { owed } of items)
    for (const [at, one] of owed.cases.entries())
      asked.set(one, plus(asked.get(one) ?? ZERO, at === 0 ? owed.sum : ZERO))
  const discrepancies: KnownDiscrepancy[] = []
  const intents: DispositionIntent[] = []
  for (const [id, sum] of asked) {
    const of = known.filter(({ discrepancy }) => discrepancy.case === id)
    const [first] = of
    if (first === undefined) throw new Error(`the case ${id} has no findings`)
    const ticket = claims.find((one) => one.letter === number && one.case === id)?.ticket ?? null
    const letter = { number, answerBy, asked: ZERO }
    const request = { kind: 'claim', reason: reasonOf(number, job), ticket, until: null, letter } as const
    const decision = decideCase(request, first, of)
    if (decision.kind === 'refused') throw new Error(`the case ${id} cannot be claimed`)
    discrepancies.push(...decision.of)
    for (const [at, intent] of decision.intents.entries())
      intents.push(at === 0 && again === null ? { ...intent, ...request, letter: { ...letter, asked: sum } } : intent)
  }
  return { discrepancies, intents }
}

const writeFiles = (
  job: JobContext,
  store: Store,
  facts: ClaimLetterFacts,
  { path, hasNames }: LetterRequest,
): Promise<PackSummary> => {
  const about = {
    merchant: store.merchant.name,
    letter: facts.number,
    madeAt: new Date(job.now()).toISOString(),
    masked: !hasNames,
  }
  return writePack(path, filesOf({ ...job, masked: !hasNames }, store, facts, path), about, job.signal)
}

async function* filesOf(
  job: JobContext,
  store: Store,
  facts: ClaimLetterFacts,
  path: string,
): AsyncGenerator<PackFile> {
  const letter = claimLetter(facts)
  yield { name: 'letter.html', pieces: [{ text: letterPage(letter), rows: 0 }] }
  yield { name: 'letter.txt', pieces: [{ text: letterText(letter), rows: 0 }] }
  const rows = facts.rows.map((row, at) =>
    CLAIM_LEDGER.row({ row, number: at + 1 }, { letter: facts.number, language: facts.language }),
  )
  yield { name: CLAIM_LEDGER.file, pieces: csvPieces(CLAIM_LEDGER.heads, [rows], job.settings.csvProfile) }
  const settings = { ...job.settings, language: facts.language }
  for (const slot of uniqueSlots(facts.rows.map((row) => row.slot)))
    yield* evidence({ ...job, settings }, store, slot, path)
}

async function* evidence(job: JobContext, store: Store, slot: Slot, path: string): AsyncGenerator<PackFile> {
  const { about, files, record } = await evidenceOf(job, store, slot)
  const made: PackSummary[] = []
  for await (const { name, pieces } of packedFiles(path, files, about, (one) => made.push(one)))
    yield { name: `evidence/${slot.date}_${slot.cycle.replaceAll(':', '-')}/${name}`, pieces }
  for (const one of made) await record(one)
}
