import { existsSync, writeFileSync } from 'node:fs'
import type { AsOf, Moment } from '../domain/as-of.ts'
import type { Instant } from '../domain/calendar/calendar.ts'
import type { Step } from '../domain/findings/life.ts'
import type { Slot } from '../domain/slot.ts'
import { contentProof } from './chain/content-proof.ts'
import { linkEarlier } from './chain/links.ts'
import type { Books } from './connection/books.ts'
import { type Mode, openDatabase } from './connection/database.ts'
import { asFault } from './connection/fault.ts'
import { paceOf } from './connection/pace.ts'
import { auditPacks, writeAuditPack } from './evidence/audit-packs.ts'
import { slotsPaidBetween } from './evidence/paid-between.ts'
import { everClosedThrough, standingClosings, writeActs, writeClosing, writeUndo } from './findings/acts.ts'
import { writeAssessments } from './findings/assessments.ts'
import { changesSince, lastSighting } from './findings/changes.ts'
import { currentChargebacks } from './findings/chargebacks.ts'
import { currentDiscrepancies, errorsOf, everyDiscrepancy, isShowing, slotsShowing } from './findings/discrepancies.ts'
import { endWaivers, livesIn } from './findings/lives.ts'
import { everyRestatement, knownAt, listedOtherwise } from './findings/restatements.ts'
import { writeFindings } from './findings.ts'
import { copyBeforeUpgrade } from './maintenance/upgrading.ts'
import { customersOf } from './merchants/customers.ts'
import { findMerchant, type KnownMerchant, merchantsIn, newMerchant, writeName } from './merchants/merchants.ts'
import { keptAnswers } from './pulls/answers.ts'
import { beginDateListing, undoOpenDateListings } from './pulls/date-listing.ts'
import { heldInvoices, heldNamed, versionsByInvoice, versionsOfInvoice } from './pulls/held.ts'
import { changesOfInvoices } from './pulls/invoice-changes.ts'
import { indexKeys } from './pulls/keys.ts'
import { pastPulls } from './pulls/past-pulls.ts'
import { beginPull, recordIncomplete } from './pulls/pull-writing.ts'
import { departuresOf, firstPullAt, pullTimes, quarantineOf, repeatsOf, slotStates } from './pulls/pulls.ts'
import { settlementReadings, settlementVersions } from './pulls/settlements.ts'
import { invoicesOfSeveralSlots, sharedKeys } from './pulls/shared-keys.ts'
import { findSlot } from './pulls/slots.ts'
import { dateListings, straysKnown } from './pulls/strays.ts'
import { undoOpenPulls } from './pulls/undo.ts'
import { pastRuns, runsNamed } from './runs/run-ledger.ts'
import {
  baseUrlOf,
  checkBaseUrl,
  hasNights,
  lastRunAt,
  lastSuccess,
  writeBaseUrl,
  writeMerchant,
  writeRunBegin,
  writeRunEnd,
} from './runs/runs.ts'
import { daysOfUnfinishedRuns } from './runs/unfinished-runs.ts'
import { goBack } from './snapshot/as-of.ts'
import { lastPolicy, policyNumbered, writePolicy } from './snapshot/sequence.ts'
import type { OpenDateListing, OpenPull, Store } from './store.ts'

export interface StoreOptions {
  readonly path: string
  readonly merchant: string
  /** See `MerchantAsked`. */
  readonly configured?: readonly string[] | undefined
  /** The version of cuadre that reads and writes: another one reads again what an earlier one had read. */
  readonly version: string
  /** Writing is for the holder of the run lock (acquireLock): opening takes back what a crash left open. Otherwise read. */
  readonly mode?: Mode
  /** Another thread of this process has them open, and has looked at the file. */
  readonly isOpenHere?: boolean
  readonly clock?: () => Instant
  /** Told when books of an older cuadre were brought up to date, with the path of the copy taken before. */
  readonly onUpgrade?: (backup: string) => void
  /** Ends that copying. */
  readonly signal?: AbortSignal
}

/** Opens the books of one merchant. Every method throws a CuadreError when the file or the disk fails. */
export const openStore = async ({
  path,
  merchant,
  configured,
  version,
  mode = 'write',
  isOpenHere = false,
  clock = Date.now,
  onUpgrade,
  signal = NEVER,
}: StoreOptions): Promise<Store> => {
  const backup = mode === 'write' ? await copyBeforeUpgrade(path, clock(), signal) : null
  const database = openDatabase(path, mode, isOpenHere)
  try {
    if (backup !== null) onUpgrade?.(backup)
    const found = findMerchant(database, { path, merchant, configured })
    const books: Books = {
      ...database,
      merchant: found?.key ?? merchant,
      version,
      clock,
      pace: paceOf(database.sqlite),
    }
    if (mode === 'write') await prepareForWriting(books, found === null)
    return storeOf(books, found ?? newMerchant(merchant), database.close)
  } catch (error) {
    closeAfterFailure(database.close)
    throw asFault(error, path)
  }
}

/**
 * The books of one merchant as they stood then, to read. Checks may run over them all the same: what they write is thrown away when the
 * store is closed, and the file is not touched. A CuadreError `AS_OF_TOO_EARLY` or `AS_OF_TOO_LATE` when there is no such past.
 */
export const openStoreAsOf = async (
  { path, merchant, version }: Pick<StoreOptions, 'path' | 'merchant' | 'version'>,
  asOf: AsOf,
): Promise<{ readonly store: Store; readonly moment: Moment }> => {
  const database = openDatabase(path, 'read')
  try {
    const found = findMerchant(database, { path, merchant, configured: [] }) ?? newMerchant(merchant)
    const { key, names } = found
    const moment = goBack(database.sqlite, key, asOf)
    const pace = paceOf(database.sqlite)
    const books: Books = { ...database, merchant: key, version, clock: () => moment.at, pace }
    const { name } = merchantsIn(database, moment.at).find((known) => known.key === key) ?? found
    return { store: storeOf(books, { name, names }, database.close), moment }
  } catch (error) {
    closeAfterFailure(database.close)
    throw asFault(error, path)
  }
}
const NEVER = new AbortController().signal

/** Closing may fail for the same reason; the first failure is the one to tell. */
const closeAfterFailure = (close: () => void): void => {
  try {
    close()
  } catch {
    // SQLite's own handle is closed all the same, and what was committed is in the journal.
  }
}

const prepareForWriting = async (books: Books, isNewMerchant: boolean): Promise<void> => {
  await undoOpenPulls(books)
  await undoOpenDateListings(books)
  linkEarlier(books.sqlite, books.version)
  if (isNewMerchant) await writeMerchant(books)
}

type Named = Pick<KnownMerchant, 'name' | 'names'>

const storeOf = (books: Books, { name, names }: Named, close: () => void): Store => {
  const { told, toldPages } = tellersOf(books.path)
  /** What is asked of a slot that nobody ever pulled is nothing. */
  const ofSlot = <T>(slot: Slot, nothing: T, ask: (number: number) => T): T => {
    const number = findSlot(books, slot)
    return number === null ? nothing : ask(number)
  }
  const openPull = (pull: OpenPull): OpenPull => ({
    page: told((page) => pull.page(page)),
    endList: told(() => pull.endList()),
    departure: told((departure, answer) => pull.departure(departure, answer)),
    settlement: told((settlement, before, after) => pull.settlement(settlement, before, after)),
    close: told(() => pull.close()),
    abandon: told(() => pull.abandon()),
  })
  const openDateListing = (listing: OpenDateListing): OpenDateListing => ({
    page: told((page) => listing.page(page)),
    close: told(() => listing.close()),
    abandon: told(() => listing.abandon()),
  })
  return {
    merchant: name,
    merchantNames: names,
    rename: told((name, at) => writeName(books, name, at)),
    baseUrl: told(() => baseUrlOf(books)),
    checkBaseUrl: told((baseUrl) => void checkBaseUrl(books, baseUrl)),
    belongTo: told((baseUrl) => writeBaseUrl(books, baseUrl)),
    recordPolicy: told((policy, at) => writePolicy(books, policy, at)),
    lastPolicy: told(() => lastPolicy(books)),
    policyNumbered: told((number) => policyNumbered(books, number)),
    beginRun: told((run) => writeRunBegin(books, run)),
    endRun: told((id, end) => writeRunEnd(books, id, end)),
    lastRunAt: told(() => lastRunAt(books)),
    hasNights: told(() => hasNights(books)),
    lastSuccess: told(() => lastSuccess(books)),
    lastSighting: told(() => lastSighting(books)),
    changesSince: told((sighting) => changesSince(books, sighting)),
    daysOfUnfinishedRuns: told((before) => daysOfUnfinishedRuns(books, before)),
    pastRuns: told((filter) => pastRuns(books, filter)),
    runsNamed: told((name) => runsNamed(books, name)),
    beginPull: told((begin) => openPull(beginPull(books, begin))),
    recordIncomplete: told((attempt) => recordIncomplete(books, attempt)),
    beginDateListing: told(async (begin) => openDateListing(await beginDateListing(books, begin))),
    dateListings: told(() => dateListings(books)),
    strays: told(() => straysKnown(books)),
    slots: told((range) => slotStates(books, range)),
    settlements: told((slot, pull) => ofSlot(slot, [], (number) => settlementVersions(books, number, pull.id))),
    settlementReadings: told((slot) => ofSlot(slot, [], (number) => settlementReadings(books, number))),
    firstPullAt: told(() => firstPullAt(books)),
    held: toldPages((slot, pull, baselinePull) =>
      ofSlot(slot, nothing(), (number) => heldInvoices(books, number, pull.id, baselinePull)),
    ),
    customers: told(() => customersOf(books)),
    heldNamed: told((slot, pull, ids) => ofSlot(slot, [], (number) => heldNamed(books, number, pull.id, ids))),
    versions: toldPages((slot, pull) => ofSlot(slot, nothing(), (number) => versionsByInvoice(books, number, pull.id))),
    versionsOf: told((slot, pull, id) => ofSlot(slot, [], (number) => versionsOfInvoice(books, number, pull.id, id))),
    pullTimes: told((slot) =>
      ofSlot<ReadonlyMap<number, Instant>>(slot, new Map(), (number) => pullTimes(books, number)),
    ),
    pullsOf: told((slot) => ofSlot(slot, [], (number) => pastPulls(books, number))),
    invoiceChanges: toldPages((slot, first, last) =>
      ofSlot(slot, nothing(), (number) => changesOfInvoices(books, number, first, last)),
    ),
    quarantine: told((pull) => quarantineOf(books, pull.id)),
    repeats: told((pull) => repeatsOf(books, pull.id)),
    answersOf: toldPages((slot) => ofSlot(slot, nothing(), (number) => keptAnswers(books, number))),
    contentProof: told((pull) => contentProof(books, pull)),
    departures: told((slot, pull) => ofSlot(slot, [], (number) => departuresOf(books, number, pull.id))),
    indexKeys: told(() => indexKeys(books)),
    sharedKeys: told(() => sharedKeys(books)),
    invoicesOfSeveralSlots: told(() => invoicesOfSeveralSlots(books)),
    chargebacks: told(() => currentChargebacks(books)),
    slotsPaidBetween: told((from, to) => slotsPaidBetween(books, from, to)),
    discrepancies: told((slot) => currentDiscrepancies(books, slot)),
    isShowing: told((slot) => ofSlot(slot, false, (number) => isShowing(books, number))),
    errorsOf: told((slot) => ofSlot(slot, { open: 0, waived: 0 }, (number) => errorsOf(books, number))),
    slotsShowing: told((codes) => slotsShowing(books, codes)),
    recordFindings: told((slot, pull, findings) => writeFindings(books, slot, pull, findings)),
    recordAssessments: told((assessments) => writeAssessments(books, assessments)),
    everyDiscrepancy: told(() => everyDiscrepancy(books)),
    lives: told((slot) =>
      ofSlot<ReadonlyMap<string, readonly Step[]>>(slot, new Map(), (number) => livesIn(books, number)),
    ),
    recordActs: told((intents, who) => writeActs(books, intents, who)),
    endWaivers: told((at) => endWaivers(books, at)),
    closings: told(() => standingClosings(books)),
    everClosedThrough: told(() => everClosedThrough(books)),
    knownAt: told((slot, number) =>
      ofSlot<ReturnType<typeof knownAt>>(slot, { pull: null, findings: [] }, (id) => knownAt(books, id, number)),
    ),
    listedOtherwise: toldPages((slot, before, now) =>
      ofSlot(slot, nothing(), (number) => listedOtherwise(books, number, before, now)),
    ),
    restatements: told(() => everyRestatement(books)),
    recordClosing: told((closing) => writeClosing(books, closing)),
    undoClosing: told((closing, undo) => writeUndo(books, closing, undo)),
    recordAuditPack: told((pack) => writeAuditPack(books, pack)),
    auditPacks: told((slot) => ofSlot(slot, [], (number) => auditPacks(books, slot, number))),
    close: told(() => close()),
  }
}

async function* nothing(): AsyncGenerator<never> {}

/** What is done for the store's callers, with what SQLite and the file system say told in our words. */
const tellersOf = (path: string) => ({
  told:
    <A extends readonly unknown[], T>(work: (...asked: A) => T | Promise<T>) =>
    async (...asked: A): Promise<T> => {
      try {
        return await work(...asked)
      } catch (error) {
        throw asFault(error, path)
      }
    },
  toldPages: <A extends readonly unknown[], T>(work: (...asked: A) => AsyncIterable<T>) =>
    async function* (...asked: A): AsyncGenerator<T> {
      try {
        yield* work(...asked)
      } catch (error) {
        throw asFault(error, path)
      }
    },
})

/** A copy of the books as they stand at this moment, if there are any; nobody is kept waiting meanwhile. */
export const copyBooks = async (path: string, copy: string): Promise<void> => {
  if (!existsSync(path)) return
  const { sqlite, close } = openDatabase(path, 'read')
  try {
    writeFileSync(copy, '', { mode: 0o600 })
    await sqlite.backup(copy)
  } catch (error) {
    throw asFault(error, copy)
  } finally {
    close()
  }
}
