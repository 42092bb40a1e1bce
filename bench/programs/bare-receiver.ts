/** A minimal receiver for comparison: it verifies and commits every event separately, as a first version would. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import Database from 'better-sqlite3'
import { KEY } from '../tool.ts'

const [path = ''] = process.argv.slice(2)
const db = new Database(path)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec('CREATE TABLE event (id INTEGER PRIMARY KEY, body BLOB NOT NULL, webhook_id TEXT UNIQUE)')
const insert = db.prepare('INSERT INTO event (body, webhook_id) VALUES (?, ?) ON CONFLICT DO NOTHING')

/** The status of the answer. */
const take = (body: Buffer, signature: unknown): number => {
  const own = createHmac('sha256', KEY).update(body).digest()
  if (!timingSafeEqual(own, Buffer.from(String(signature), 'hex'))) return 401
  insert.run(body, JSON.parse(body.toString()).webhookId)
  return 200
}

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    const status = take(Buffer.concat(pieces), request.headers['x-signature'])
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': 2 })
    response.end('{}')
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  process.stdout.write(`{"url":"http://127.0.0.1:${port}/webhooks"}\n`)
})
