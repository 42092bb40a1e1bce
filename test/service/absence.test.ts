import { describe, expect, it } from 'vitest'
import type { AbsentBody } from '../../src/core/settlement.ts'
import { allPages, clientAt, faultFrom } from './client-at.ts'
import { SETTLEMENT, SLOT } from './samples.ts'
import { json, type Reply, raw, serve } from './service.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
const JSON_TYPE = { 'content-type': 'application/json' }
const NONE = json({ error: 'no such settlement' }, 200)

const asked = async (reply: Reply, absentStatuses: readonly number[], absentBodies: readonly AbsentBody[]) => {
  const service = await serve(reply)
  const { client, context, retries } = clientAt(service.baseUrl, { absentStatuses, absentBodies })
  return { client, context, retries, settlement: () => client.settlement(SLOT, context) }
}

describe('a settlement does not exist', () => {
  const ROWS: readonly (readonly [string, Reply, readonly number[], readonly AbsentBody[]])[] = [
    ['404, empty', raw('', {}, 404), [404], ['empty']],
    ['404, empty, though named JSON', raw('', JSON_TYPE, 404), [404], ['empty']],
    ['404, empty, though named HTML', raw('', HTML, 404), [404], ['empty']],
    ['404 as HTML', raw('<h1>Not Found</h1>', HTML, 404), [404], ['empty', 'html']],
    ['404 in plain text', raw('not found', TEXT, 404), [404], ['text']],
    ['404 in text that is named nothing', raw('not found', {}, 404), [404], ['text']],
    ['404 with any JSON', json(null, 404), [404], []],
    ['404 with an error in plain text', raw('{"error":"none"}', { 'content-type': 'text/plain' }, 404), [404], []],
    ['204', raw('', {}, 204), [404, 204], []],
    ['200 with an error', NONE, [200], []],
    ['200 with null', json(null), [404, 200], ['null']],
    ['200 with {}', json({}), [200], ['{}']],
    ['200, empty', raw('', JSON_TYPE), [200], ['empty']],
    ['200, blank', raw(' \n', JSON_TYPE), [200], ['empty']],
    ['200 as HTML', raw('<html></html>', HTML), [200], ['html']],
    ['422 with an error', json({ error: 'none' }, 422), [422], []],
    ['500 with an error', json({ error: 'none' }, 500), [500], []],
  ]
  it.each(ROWS)('when the settings name %s; it is asked for once', async (_, reply, statuses, bodies) => {
    const { settlement, retries } = await asked(reply, statuses, bodies)
    expect(await settlement()).toMatchObject({ settlement: null })
    expect(retries).toEqual([])
  })

  it('and one that is answered under the same status and settings is read', async () => {
    const { settlement } = await asked(json(SETTLEMENT), [200, 204, 404], ['empty', 'null', '{}', 'html'])
    expect((await settlement()).settlement).toMatchObject({ invoiceCount: 2 })
  })

  it('and says nothing of a list that is empty in the same way', async () => {
    const { client, context } = await asked(json(null), [200], ['null'])
    expect(await faultFrom(allPages(client.invoicePages(SLOT, context)))).toMatchObject({ code: 'BAD_ANSWER' })
  })
})

describe('an answer that may mean so names the settings that would help', () => {
  const ROWS: readonly (readonly [string, Reply, string])[] = [
    ['404, empty', raw('', JSON_TYPE, 404), 'set "absentBodies": ["empty"]'],
    ['404 as HTML', raw('<h1>Not Found</h1>', HTML, 404), 'set "absentBodies": ["html"]'],
    ['404 in plain text', raw('not found', TEXT, 404), 'set "absentBodies": ["text"]'],
    ['200, blank', raw('\r\n\t ', JSON_TYPE), 'set "absentStatuses": [404,200] and "absentBodies": ["empty"]'],
    ['200 in plain text', raw('none', TEXT), 'set "absentStatuses": [404,200] and "absentBodies": ["text"]'],
    ['204', raw('', {}, 204), 'set "absentStatuses": [404,204]'],
    ['410 with an error', json({ error: 'gone' }, 410), 'set "absentStatuses": [404,410]'],
    ['410, empty', raw('', {}, 410), 'set "absentStatuses": [404,410] and "absentBodies": ["empty"]'],
    ['200 with null', json(null), 'set "absentStatuses": [404,200] and "absentBodies": ["null"]'],
    ['200 with {}', json({}), 'set "absentStatuses": [404,200] and "absentBodies": ["{}"]'],
    ['200, empty', raw('', JSON_TYPE), 'set "absentStatuses": [404,200] and "absentBodies": ["empty"]'],
    ['200 as HTML', raw('<html>', HTML), 'set "absentStatuses": [404,200] and "absentBodies": ["html"]'],
    ['200 with an error', NONE, 'set "absentStatuses": [404,200]'],
  ]
  it.each(ROWS)('%s', async (_, reply, hint) => {
    const { settlement } = await asked(reply, [404], [])
    expect((await faultFrom(settlement())).message).toContain(
      ` (if this means that there is no such settlement, ${hint})`,
    )
  })

  it.each([
    ['a settlement that is cut', raw('{"date":"2026-03-', JSON_TYPE)],
    ['another object', json({ date: '2026-03-12' })],
    ['a settlement that is cut, named as text', raw(' {"date":"2026-03-', TEXT)],
    ['a 404 of an unknown kind', raw('no', { 'content-type': 'application/octet-stream' }, 404)],
    ['a service that is out of order', json({ error: 'x' }, 500)],
    ['a rejected key', json({ error: 'x' }, 403)],
    ['a redirect', raw('', { location: '/' }, 302)],
  ])('and %s names none', async (_, reply) => {
    const { settlement } = await asked(reply, [404], [])
    expect((await faultFrom(settlement())).message).not.toContain('set "absent')
  })
})

describe('an empty answer that means nothing', () => {
  it('is not asked for again when its status is final', async () => {
    const { settlement, retries } = await asked(raw('', JSON_TYPE, 404), [404], [])
    expect(await faultFrom(settlement())).toMatchObject({ code: 'HTTP_STATUS', status: 404, attempts: 1 })
    expect(retries).toEqual([])
  })
})
