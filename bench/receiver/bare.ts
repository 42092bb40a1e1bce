/**
 * Minimal receivers for comparison: one that only verifies, one that only inserts (in groups, durably), and one that
 * verifies and commits every event separately, as a first version would.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import Database from 'better-sqlite3'
import { KEY } from './deliveries.ts'

const [kind = '', path = ''] = process.argv.slice(2)

const isSigned = (body: Buffer, signature: unknown): boolean =>
  timingSafeEqual(createHmac('sha256', KEY).update(body).digest(), Buffer.from(String(signature), 'hex'))

const opened = () => {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE event (id INTEGER PRIMARY KEY, body BLOB NOT NULL)')
  return db
}

type Take = (body: Buffer, signature: unknown, answer: (status: number) => void) => void

const verifying: Take = (body, signature, answer) => answer(isSigned(body, signature) ? 200 : 401)

const inserting = (): Take => {
  const db = opened()
  const insert = db.prepare('INSERT INTO event (body) VALUES (?)')
  const insertAll = db.transaction((bodies: readonly Buffer[]) => {
    for (const body of bodies) insert.run(body)
  })
  let waiting: { readonly body: Buffer; readonly answer: (status: number) => void }[] = []
  const commit = (): void => {
    const group = waiting
    waiting = []
    insertAll.immediate(group.map(({ body }) => body))
    for (const { answer } of group) answer(200)
  }
  return (body, _, answer) => {
    if (waiting.push({ body, answer }) === 1) setImmediate(commit)
  }
}

const oneByOne = (): Take => {
  const db = opened()
  db.exec('ALTER TABLE event ADD COLUMN webhook_id TEXT; CREATE UNIQUE INDEX event_named ON event (webhook_id)')
  const insert = db.prepare('INSERT INTO event (body, webhook_id) VALUES (?, ?) ON CONFLICT DO NOTHING')
  return (body, signature, answer) => {
    if (!isSigned(body, signature)) return answer(401)
    insert.run(body, JSON.parse(body.toString()).webhookId)
    answer(200)
  }
}

const TAKES: Readonly<Record<string, () => Take>> = {
  verify: () => verifying,
  insert: inserting,
  'one-by-one': oneByOne,
}
const make = TAKES[kind]
if (make === undefined) throw new Error(`there is no receiver ${kind}`)
const take = make()

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    take(Buffer.concat(pieces), request.headers['x-signature'], (status) => {
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': 2 })
      response.end('{}')
    })
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  process.stdout.write(`{"url":"http://127.0.0.1:${port}/webhooks"}\n`)
})
