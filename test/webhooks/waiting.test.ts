import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Delivery } from '../../src/core/notifications/notification.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { deliveryQueueTo } from '../../src/webhooks/receiver/receiver.ts'
import { tempFolder } from '../store/night.ts'

const MIB = new Uint8Array(2 ** 20)
const aDelivery = (n: number, body: Uint8Array): Delivery => ({
  webhookId: `w-${n}`,
  format: 'signed-body',
  type: 'settlement',
  sentAt: null,
  payloadField: null,
  slot: null,
  unusable: null,
  content: new Uint8Array(32),
  receivedAt: 1,
  body,
  headers: {},
})

test('bodies that wait for the inbox have 64 MiB together; one byte more is not accepted', async () => {
  const inbox = openInboxWriter(join(tempFolder(), 'cuadre.db.inbox'), 'default', 'signed-body')
  onTestFinished(() => inbox.close())
  const queue = deliveryQueueTo(inbox)
  const waiting = Array.from({ length: 64 }, (_, n) => queue.add(aDelivery(n, MIB)))
  const beyond = await queue.add(aDelivery(64, MIB.subarray(0, 1)))
  expect(beyond).toEqual({ fault: expect.objectContaining({ name: 'OverfullFault' }) })
  const outcomes = await Promise.all(waiting)
  expect(outcomes.every((outcome) => 'stored' in outcome && outcome.stored === 'new')).toBe(true)
  expect(await queue.add(aDelivery(64, MIB.subarray(0, 1)))).toEqual({ stored: 'new' })
})
