import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { assumptionsDocument, policyDocument, policyIn } from '../reports/documents/assumptions.ts'
import type { MadePack } from '../reports/documents/audit.ts'
import type { Explanation } from '../reports/documents/explanation.ts'
import { DISCREPANCY_LEDGER, discrepancyRows } from '../reports/ledgers/discrepancy-row.ts'
import {
  ANSWER_LEDGER,
  type AnswerFile,
  HISTORY_LEDGER,
  historyRows,
  PULL_LEDGER,
  pullTimes,
} from '../reports/ledgers/history-rows.ts'
import { INVOICE_LEDGER } from '../reports/ledgers/invoice-ledger.ts'
import type { LedgerFile } from '../reports/ledgers/ledger.ts'
import { SETTLEMENT_LEDGER, settlementRows } from '../reports/ledgers/settlement-ledger.ts'
import { auditPage } from '../reports/pages/audit-page.tsx'
import type { Row } from '../src/core/cell.ts'
import { ZERO } from '../src/core/money.ts'
import { HIDDEN, type Hide } from '../src/core/personal/personal.ts'
import type { AnswerPart } from '../src/core/pull/pull.ts'
import { nameOf, type Slot, sameSlot, slotInWords } from '../src/core/slot.ts'
import { zoneByName } from '../src/input/zone.ts'
import { csvPieces } from '../src/print/csv/csv.ts'
import type { PackAbout } from '../src/print/pack/manifest.ts'
import { refuseOccupied } from '../src/print/pack/target.ts'
import { type PackFile, packFile, packJson, writePack } from '../src/print/pack/write.ts'
import { partsOfRulebook } from '../src/rules/assessment/assess.ts'
import { maskAnswer } from '../src/service/http/mask-answer.ts'
import { CuadreError } from '../src/std/errors.ts'
import type { AuditPack, KeptAnswer } from '../src/store/evidence/evidence-repository.ts'
import { requireWhole, verifySlot } from '../src/store/maintenance/verify/verify.ts'
import type { SlotState } from '../src/store/pulls/slot-states.ts'
import type { Store } from '../src/store/store.ts'
import { explainFrom, settlementFacts } from './explain.ts'
import { withDatabase } from './steps/database/with-database.ts'
import { customerHider, maskStore } from './steps/mask/mask-store.ts'
import { answerReader } from './steps/pull/read-slot.ts'
import { slotNeverPulled } from './steps/query/nothing-pulled.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { requireCollected, rowsOfSlot } from './steps/report/ledger-days.ts'
import type { JobContext } from './steps/run/context.ts'

/** The parts of a job's context that making a pack needs. */
export type AuditContext = Pick<JobContext, 'settings' | 'zone' | 'version' | 'now' | 'signal' | 'masked'>

/** A pack, and its sources. */
export type AuditReport = Omit<MadePack, 'path'>

/** The error when a run read the slot but stopped before it judged it. */
const notChecked = (slot: Slot): CuadreError =>
  new CuadreError(
    'NOT_CHECKED',
    {
      en: `${nameOf(slot)} was not checked since it was last pulled`,
      es: `${slotInWords(slot).es} no se ha conciliado desde su última lectura`,
    },
    { en: `check it with: cuadre check --date ${slot.date}`, es: `concíliela con: cuadre check --date ${slot.date}` },
  )

/** Writes everything that the database holds of one slot as evidence, into a folder or a zip. */
export const auditSlot = async (job: AuditContext, slot: Slot, path: string): Promise<AuditReport> => {
  await refuseOccupied(path)
  if (!existsSync(job.settings.db)) throw slotNeverPulled(job, slot)
  return withDatabase(job, 'audit', (store) => auditFrom(job, store, slot, path))
}

/** Evidence must be the stored data: a database that does not verify gives no pack. */
const requireVerified = async (
  { settings, version, signal }: AuditContext,
  store: Store,
  slot: Slot,
): Promise<void> => {
  const merchant = store.merchant.names[0] ?? store.merchant.name
  const reader = answerReader(version)
  requireWhole(settings.db, await verifySlot(settings.db, { merchant, ...slot }, reader, signal))
}

/** Lists the packs ever made of a slot. Only reads. */
export const auditPacksOf = async (job: AuditContext, slot: Slot): Promise<readonly AuditPack[]> => {
  const packs = await readDatabase(job, async (store) =>
    (await store.pulls.history(slot)).length === 0 ? null : store.evidence.packs(slot),
  )
  if (packs === null) throw slotNeverPulled(job, slot)
  return packs
}

const auditFrom = async (job: AuditContext, store: Store, slot: Slot, path: string): Promise<AuditReport> => {
  const { masked = false } = job
  const { about, files, record } = await evidenceOf(job, store, slot)
  const made = await writePack(path, files, about, job.signal)
  await record(made)
  return { ...made, slot, merchant: store.merchant.name, madeAt: about.madeAt, masked }
}

/** The evidence of one settlement, before it is written; `record` keeps what proves it. */
export const evidenceOf = async (
  job: AuditContext,
  store: Store,
  slot: Slot,
): Promise<{
  readonly about: PackAbout
  readonly files: AsyncIterable<PackFile>
  readonly record: (made: Pick<MadePack, 'manifestSha256'>) => Promise<void>
}> => {
  const { masked = false, version } = job
  const judged = await asJudged(job, store, slot)
  await requireVerified(job, store, slot)
  const database = masked ? maskStore(store) : store
  const explanation = await explainFrom(database, judged, slot, null)
  if (explanation === null) throw slotNeverPulled(job, slot)
  const at = job.now()
  const about = {
    merchant: store.merchant.name,
    ...slot,
    madeAt: new Date(at).toISOString(),
    masked,
    service: await store.merchant.baseUrl(),
    madeBy: version,
  }
  return {
    about,
    files: filesOf(judged, database, explanation),
    record: async ({ manifestSha256: manifest }) => store.evidence.recordPack({ slot, at, manifest, masked }),
  }
}

/**
 * The policy and the version of cuadre by which the slot was judged. The pack shows its figures under these, whatever
 * the present settings are.
 */
interface JudgedContext extends AuditContext {
  /** Null when the slot was never read whole. */
  readonly judgedBy: { readonly cuadre: string; readonly policyNumber: number } | null
}

const asJudged = async (job: AuditContext, store: Store, slot: Slot): Promise<JudgedContext> => {
  const state = await stateOf(store, slot)
  if (state === null) throw slotNeverPulled(job, slot)
  const { pull, assessment } = state
  if (pull === null) return { ...job, judgedBy: null }
  if (assessment?.pullId !== pull.id) throw notChecked(slot)
  const { policyNumber, version } = partsOfRulebook(assessment.rulebook)
  const text = await store.policies.withNumber(policyNumber)
  if (text === null) throw new Error(`there is no policy ${policyNumber}`)
  const policy = policyIn(text)
  const judgedBy = { cuadre: version, policyNumber }
  return { ...job, settings: { ...job.settings, policy }, zone: zoneByName(policy.timeZone), judgedBy }
}

const stateOf = async (store: Store, slot: Slot): Promise<SlotState | null> => {
  const states = await store.slots.states({ from: slot.date, to: slot.date })
  return states.find((state) => sameSlot(state.slot, slot)) ?? null
}

async function* filesOf(job: JudgedContext, database: Store, explanation: Explanation): AsyncGenerator<PackFile> {
  const { settings, zone, masked = false, version, judgedBy } = job
  const { report } = explanation
  const { slot } = report
  const csv = ({ file, heads }: LedgerFile, rows: AsyncIterable<readonly Row[]> | readonly Row[]) => ({
    name: file,
    pieces: csvPieces(heads, Symbol.asyncIterator in rows ? rows : [rows], settings.csvProfile),
  })
  const pulls = await database.pulls.history(slot)
  const timelines = await database.findings.timelines(slot)
  yield csv(SETTLEMENT_LEDGER, settlementRows([report], zone))
  yield csv(INVOICE_LEDGER, invoiceRows(job, database, explanation))
  yield csv(DISCREPANCY_LEDGER, [...discrepancyRows([report], { zone, language: settings.language })].flat())
  yield csv(HISTORY_LEDGER, historyRows(timelines, { zone, language: settings.language, masked }))
  yield csv(
    PULL_LEDGER,
    pulls.map((pull) => PULL_LEDGER.row(pull, zone)),
  )
  yield packJson('policy.json', {
    madeBy: version,
    judgedBy,
    policy: policyDocument(settings.policy),
    assumptions: assumptionsDocument(settings.policy, settings),
  })
  const files = new Map<string, AnswerFile>()
  yield* answerFiles(database, slot, masked ? await customerHider(database) : null, files)
  yield csv(ANSWER_LEDGER, answerRows(database, slot, files, pullTimes(pulls, zone), masked))
  const facts = await settlementFacts(job, database, explanation)
  const page = auditPage({ facts, pulls, zone, version, judgedBy, answers: files.size })
  yield packFile('index.html', page)
}

async function* invoiceRows(
  job: AuditContext,
  database: Store,
  { report }: Explanation,
): AsyncGenerator<readonly Row[]> {
  const pull = (await stateOf(database, report.slot))?.pull ?? null
  if (pull === null) return
  const rows = rowsOfSlot(job, database.merchant.name, pull)
  for await (const page of database.invoices.asOf(report.slot, pull, null)) yield rows.of(page)
  requireCollected(pull, rows.counted(), report.totals?.collected ?? ZERO)
}

/**
 * Yields one file for every answer that differs from all earlier ones. Identical answers share a file, which is named
 * by their digest.
 */
async function* answerFiles(
  database: Store,
  slot: Slot,
  hide: Hide | null,
  files: Map<string, AnswerFile>,
): AsyncGenerator<PackFile> {
  for await (const answer of database.evidence.answers(slot)) {
    if (files.has(answer.digest)) continue
    const { bytes, original } =
      hide !== null ? maskedCopy(answer, hide) : { bytes: answer.bytes(), original: answer.digest }
    const name = fileNameOf(answer)
    const sha256 = hide !== null ? createHash('sha256').update(bytes).digest('hex') : answer.digest
    files.set(answer.digest, { name, bytes: bytes.byteLength, sha256, original })
    yield packFile(name, bytes)
  }
}

/**
 * When at most one document number is hidden, anyone could find it from the digest of the original by trying all
 * numbers; the digest is then left out.
 */
const maskedCopy = (
  answer: KeptAnswer,
  hide: Hide,
): { readonly bytes: Uint8Array; readonly original: string | null } => {
  const { bytes, isMasked, documents } = maskAnswer(answer.bytes(), hide)
  return { bytes, original: isMasked && documents < 2 ? null : answer.digest }
}

const fileNameOf = ({ pull, part, place }: KeptAnswer): string => `answers/pull-${pull}/${BASE_NAMES[part](place)}.json`

const BASE_NAMES: Readonly<Record<AnswerPart, (place: number) => string>> = {
  'settlement-before': () => 'settlement-before',
  page: (place) => `page-${String(place).padStart(5, '0')}`,
  'settlement-after': () => 'settlement-after',
  invoice: (place) => `invoice-${String(place).padStart(5, '0')}`,
}

async function* answerRows(
  database: Store,
  slot: Slot,
  files: ReadonlyMap<string, AnswerFile>,
  readAt: ReadonlyMap<number, string>,
  masked: boolean,
): AsyncGenerator<readonly Row[]> {
  for await (const { digest, ...answer } of database.evidence.answers(slot)) {
    const file = files.get(digest)
    if (file === undefined) throw new Error(`answer ${digest} has no file`)
    const request = masked ? withoutCursor(answer.request) : answer.request
    yield [ANSWER_LEDGER.row({ ...answer, request, file }, readAt)]
  }
}

/** A cursor is opaque: it may be a document number in base64. */
export const withoutCursor = (request: string): string => request.replace(/([?&]cursor=)[^&]*/g, `$1${HIDDEN}`)
