/**
 * The floor, and nothing else: the least that a night costs on the libraries of Cuadre, to compare it with. It drains
 * the lists, checks the types of every field, keeps the bytes of each answer once by their digest and a version of each
 * invoice that is new or changed, checks each settlement's sums, and writes the bytes of `invoice-ledger.csv` that
 * `cuadre run` writes, and the same cells as a workbook when asked. It has no retries, findings, decisions, past or
 * pages, and reads a settlement once.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { Pool } from 'undici'
import { zipped } from '../../src/print/zip.ts'
import type { SceneSlot } from '../scene.ts'

/** The same slots are read for each merchant, which has a database and a folder of its own. */
export interface FloorNight {
  readonly baseUrl: string
  readonly merchants: readonly string[]
  readonly slots: readonly SceneSlot[]
  readonly xlsx: boolean
}

type Cell = string | number | null
type Invoice = Readonly<Record<string, unknown>>
type Settlement = Readonly<Record<string, number>> & { readonly status: string }

/** The fields of an invoice in the order of the ledger: `?` may be absent, `$` is money, `@` a time. */
const FIELDS =
  'id reference? status contract customerDocumentNumber customerName? description amount$ paymentAmount$? paymentMethod? paymentSource? paymentId? paymentDate@? createdAt@ expirationDate@? settlementDate settlementTime'
    .split(' ')
    .map((text) => ({
      name: text.replace(/\W+/, ''),
      isOptional: text.endsWith('?'),
      isMoney: text.includes('$'),
      isTime: text.includes('@'),
    }))
type Field = (typeof FIELDS)[number]
const COLUMNS = FIELDS.map(({ name }) => name).join(', ')
const [STATUS, PAID] = [2, 8]
/** Where the ledger has a cell that is no field of the invoice. */
const [COUNTED, SETTLEMENT_STATUS] = [3, 15]
const HEADS =
  'merchant,date,cycle,invoice_id,reference,status,counted,contract,customer_document,customer_name,description,amount,paid,payment_method,payment_source,payment_id,payment_date,created_at,expiration_date,settlement_status,own_date,own_cycle'
const TO_BOGOTA = -5 * 3_600_000

const cellOf = (invoice: Invoice, { name, isOptional, isMoney }: Field): Cell => {
  const value = invoice[name] ?? null
  if (value === null && isOptional) return null
  if (!isMoney && typeof value === 'string' && value.isWellFormed()) return value
  const centavos = isMoney && typeof value === 'number' ? Math.round(value * 100) : Number.NaN
  if (!Number.isSafeInteger(centavos) || centavos / 100 !== value) throw new Error(`${name} of ${invoice.id} is wrong`)
  return centavos
}

const isCounted = (cells: readonly Cell[]): boolean => cells[STATUS] === 'paid' || cells[STATUS] === 'chargeback'

const textOf = (cell: Cell, isTime: boolean): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return cell % 100 === 0 ? String(cell / 100) : (cell / 100).toFixed(2)
  return isTime ? new Date(Date.parse(cell) + TO_BOGOTA).toISOString().slice(0, 19).replace('T', ' ') : cell
}

const rowOf = (before: readonly string[], cells: readonly Cell[], settlementStatus: string): readonly string[] => {
  const texts = FIELDS.map(({ isTime }, at) => textOf(cells[at] ?? null, isTime))
  texts.splice(SETTLEMENT_STATUS, 0, settlementStatus)
  texts.splice(COUNTED, 0, String(isCounted(cells)))
  return [...before, ...texts]
}

const csvOf = (text: string): string => {
  const guarded = /^\s*[=+\-@]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

const xmlOf = (text: string): string => {
  const escaped = /[<&]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text
  return `<c t="inlineStr"><is><t>${escaped}</t></is></c>`
}

const SCHEMAS = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${SCHEMAS}/spreadsheetml/2006/main"`
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const relation = (type: string, target: string): string =>
  `<Relationships xmlns="${SCHEMAS}/package/2006/relationships"><Relationship Id="a" Type="${SCHEMAS}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
/** The least that a program of spreadsheets opens. */
const workbookOf = (rows: readonly (readonly string[])[]) =>
  zipped(
    Object.entries({
      '[Content_Types].xml': `<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/b.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/s.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
      '_rels/.rels': relation('officeDocument', 'b.xml'),
      '_rels/b.xml.rels': relation('worksheet', 's.xml'),
      'b.xml': `<workbook ${MAIN} xmlns:r="${SCHEMAS}/officeDocument/2006/relationships"><sheets><sheet name="invoices" sheetId="1" r:id="a"/></sheets></workbook>`,
      's.xml': `<worksheet ${MAIN}><sheetData>${rows.map((row) => `<row>${row.map(xmlOf).join('')}</row>`).join('')}</sheetData></worksheet>`,
    }).map(([path, xml]) => ({ path, chunks: [Buffer.from(xml)] })),
  )

const { baseUrl, merchants, slots, xlsx }: FloorNight = JSON.parse(process.argv[2] ?? '')
const { origin, pathname } = new URL(baseUrl)
const pool = new Pool(origin, { connections: 1 })

/** The database of a merchant, new or not. */
const openKept = (path: string) => {
  const db = new Database(path)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS body (digest BLOB PRIMARY KEY, request TEXT, gzip BLOB) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS pull (number INTEGER PRIMARY KEY, slot TEXT, at TEXT);
    CREATE TABLE IF NOT EXISTS version (slot TEXT, pull INTEGER, ${COLUMNS}, UNIQUE (slot, id, pull))`)
  return {
    db,
    isKept: db.prepare('SELECT 1 FROM body WHERE digest = ?'),
    keep: db.prepare('INSERT INTO body VALUES (?, ?, ?)'),
    begin: db.prepare('INSERT INTO pull (slot, at) VALUES (?, ?)'),
    hasVersions: db.prepare('SELECT 1 FROM version WHERE slot = ? LIMIT 1'),
    last: db.prepare(`SELECT ${COLUMNS} FROM version WHERE slot = ? AND id = ? ORDER BY pull DESC LIMIT 1`).raw(),
    all: db.prepare(`SELECT ${COLUMNS}, max(pull) FROM version WHERE slot = ? GROUP BY id`).raw(),
    insert: db.prepare(`INSERT INTO version VALUES (?, ?, ${FIELDS.map(() => '?').join(', ')})`),
  }
}
type Kept = ReturnType<typeof openKept>

const answerTo = async ({ isKept, keep }: Kept, path: string): Promise<unknown> => {
  const { statusCode, body } = await pool.request({ path: `${pathname}${path}`, method: 'GET' })
  const bytes = Buffer.from(await body.arrayBuffer())
  if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}`)
  const digest = createHash('sha256').update(bytes).digest()
  if (isKept.get(digest) === undefined) keep.run(digest, path, gzipSync(bytes, { level: 1 }))
  return JSON.parse(bytes.toString())
}

/** Reads a settlement and its list in one transaction; says how many invoices changed. */
const readSlot = async (kept: Kept, { date, cycle }: SceneSlot) => {
  const slot = `${date}/${cycle}`
  kept.db.exec('BEGIN IMMEDIATE')
  const pull = kept.begin.run(slot, new Date().toISOString()).lastInsertRowid
  const isFirst = kept.hasVersions.get(slot) === undefined
  const settlement = (await answerTo(kept, `/settlements/${slot}`)) as Settlement
  let [changed, counted, collected] = [0, 0, 0]
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = new URLSearchParams({ settlementDate: date, settlementCycle: cycle, limit: '100' })
    if (cursor !== undefined) query.set('cursor', cursor)
    const page = (await answerTo(kept, `/invoices?${query}`)) as { items: readonly Invoice[]; cursor: string | null }
    for (const invoice of page.items) {
      const cells = FIELDS.map((field) => cellOf(invoice, field))
      if (isCounted(cells)) [counted, collected] = [counted + 1, collected + Number(cells[PAID])]
      const before = isFirst ? undefined : (kept.last.get(slot, cells[0]) as Cell[] | undefined)
      if (before !== undefined && cells.every((cell, at) => cell === before[at])) continue
      kept.insert.run(slot, pull, ...cells)
      changed += 1
    }
    cursor = page.cursor
  }
  kept.db.exec('COMMIT')
  const { numberOfInvoices, amountCollected = 0, fees = 0, adjustments = 0, paymentAmount } = settlement
  const agrees = counted === numberOfInvoices && collected === amountCollected * 100
  if (!agrees || amountCollected - fees + adjustments !== paymentAmount) throw new Error(`${slot} does not agree`)
  return { settlement, changed }
}

const write = async (file: string, content: string | AsyncIterable<Uint8Array>): Promise<void> => {
  await writeFile(`${file}.part`, content, { flush: true })
  renameSync(`${file}.part`, file)
}

const nightOf = async (merchant: string): Promise<void> => {
  mkdirSync(`out/${merchant}`, { recursive: true })
  const kept = openKept(`out/${merchant}.db`)
  const statuses = new Map<SceneSlot, string>()
  const days = new Set<string>()
  for (const slot of slots) {
    const { settlement, changed } = await readSlot(kept, slot)
    statuses.set(slot, settlement.status)
    if (changed > 0) days.add(slot.date)
  }
  for (const day of days) {
    const ofDay = slots.filter(({ date }) => date === day)
    const rows = ofDay.flatMap((slot) =>
      Array.from(kept.all.iterate(`${day}/${slot.cycle}`), (cells) =>
        rowOf([merchant, day, slot.cycle], cells as Cell[], statuses.get(slot) ?? ''),
      ),
    )
    await write(`out/${merchant}/${day}.csv`, `${[HEADS, ...rows.map((row) => row.map(csvOf).join(','))].join('\n')}\n`)
    if (xlsx) await write(`out/${merchant}/${day}.xlsx`, workbookOf([HEADS.split(','), ...rows]))
  }
  kept.db.close()
}

for (const merchant of merchants) await nightOf(merchant)
await pool.close()
