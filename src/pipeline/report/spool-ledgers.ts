import { dirname } from 'node:path'
import type { Centavos } from '../../domain/money.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import { csvOf } from '../../publish/csv/csv.ts'
import { errnoOf } from '../../std/errors.ts'
import { type NamelessFile, openNamelessFile, type Span } from '../../std/files/nameless-file.ts'
import { type Piece, removeLeftovers } from '../../std/files/whole-file.ts'
import { writingTo } from '../../std/files/writing-to.ts'
import type { PageListener } from '../assess/assess-slots.ts'
import type { JobContext } from '../run/context.ts'
import { mustComeTo, rowsOfSlot } from './ledger-rows.ts'

/** Rows of `invoice-ledger.csv` made while the lists were checked, so that these need not be read back. */
export interface SpooledLedgers {
  readonly onPage: PageListener
  /**
   * The rows of a pull, or null when they must be read back. Throws when their counted sum is not `collected`, in
   * centavos.
   */
  take(pull: Pull, collected: Centavos): AsyncIterable<Piece> | null
  close(): void
}

/** The rows of one pull so far. */
interface SpooledRows {
  readonly rowsOf: ReturnType<typeof rowsOfSlot>
  readonly spans: Span[]
  rows: number
}

/**
 * Stores the rows of changed lists in an unnamed file next to the database. When that file cannot be written, rows are
 * read back instead. Removes the files of killed processes.
 */
export const spoolLedgers = async (job: JobContext, merchant: string, runId: string): Promise<SpooledLedgers> => {
  const { csvProfile, db } = job.settings
  const folder = dirname(db)
  await removeLeftovers(folder).catch(() => {})
  const encode = csvOf(csvProfile)
  const spooled = new Map<number, SpooledRows>()
  let file: NamelessFile | null = null
  let isBroken = false

  const rowsOfPull = (pull: Pull): SpooledRows => {
    const known = spooled.get(pull.id)
    if (known !== undefined) return known
    const begun: SpooledRows = { rowsOf: rowsOfSlot(job, merchant, pull), spans: [], rows: 0 }
    spooled.set(pull.id, begun)
    return begun
  }
  const append: PageListener = (pull, page) => {
    file ??= openNamelessFile(folder)
    const ofPull = rowsOfPull(pull)
    for (const { text, rows } of encode(ofPull.rowsOf.of(page))) {
      ofPull.spans.push(file.append(String(text)))
      ofPull.rows += rows
    }
  }
  async function* piecesOf(from: NamelessFile, { spans, rows }: SpooledRows): AsyncGenerator<Piece> {
    // One piece is written while the next one is read.
    const longest = spans.reduce((most, { bytes }) => Math.max(most, bytes), 0)
    const rooms = [Buffer.alloc(longest), Buffer.alloc(longest)]
    for (const [at, span] of spans.entries()) {
      yield { text: await writingTo(folder, async () => from.read(span, rooms[at % 2])), rows: at === 0 ? rows : 0 }
    }
  }
  return {
    onPage: (pull, page) => {
      if (isBroken || pull.runId !== runId || pull.contentId !== pull.id) return
      try {
        append(pull, page)
      } catch (error) {
        if (errnoOf(error) === null) throw error
        isBroken = true
      }
    },
    take: (pull, collected) => {
      const ofPull = spooled.get(pull.id)
      if (isBroken || file === null || ofPull === undefined || ofPull.rows !== pull.list.kept) return null
      mustComeTo(pull, ofPull.rowsOf.counted(), collected)
      return piecesOf(file, ofPull)
    },
    close: () => file?.close(),
  }
}
