// The receiver and its inbox in a separate process, so that a test can kill it two hundred times: the built modules
// that `cuadre webhooks serve` combines, without the command line, which takes longer to start.
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { startReceiver } from '../../src/webhooks/receiver/receiver.ts'

const [path = '', key = ''] = process.argv.slice(2)
const inbox = openInboxWriter(path, 'default', 'signed-body')
const receiver = await startReceiver({
  host: '127.0.0.1',
  port: 0,
  path: '/webhooks',
  verification: { format: 'signed-body', payloadField: null, keys: [key] },
  inbox,
  now: Date.now,
  onTrouble: () => {},
})
process.stdout.write(`${JSON.stringify({ url: receiver.url, healthUrl: receiver.healthUrl })}\n`)
