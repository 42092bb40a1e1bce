import { createClient } from 'cuadre/client'
import { verifyNotification } from 'cuadre/webhooks'

const verdict = verifyNotification({ body: Buffer.from('{}'), headers: {}, keys: 'a-key' })
const client = createClient({ baseUrl: 'https://example.com/v1', apiKey: 'a-key' })
await client.close()
if (verdict.status !== 401) throw new Error('another answer')
