import { misbehaviour, type Scenario } from './trouble.ts'

const PAGES = { method: 'GET', path: '/v1/invoices' } as const
const SETTLEMENTS = { method: 'GET', path: '/v1/settlements/*' } as const
const EVERYTHING = { path: '/v1/*' } as const

/** Scenarios in which the service answers wrongly, while its data are correct. */
export const misbehaviours: readonly Scenario[] = [
  {
    ...misbehaviour('page-count', 'Every page says it holds one invoice more than it does.', {
      ...PAGES,
      fault: { do: 'count', add: 1 },
    }),
    codes: ['PAGE_COUNT'],
  },
  {
    ...misbehaviour('cursor-absent', 'The last page has no cursor instead of null.', {
      ...PAGES,
      fault: { do: 'cursor' },
    }),
    codes: ['CURSOR_ABSENT'],
  },
  misbehaviour('unavailable', 'Every answer is 503.', {
    ...EVERYTHING,
    fault: { do: 'status', status: 503, error: 'Service Unavailable' },
  }),
  misbehaviour('unavailable-at-first', 'The first three answers are 500, then all is well.', {
    ...EVERYTHING,
    times: 3,
    fault: { do: 'status', status: 500 },
  }),
  misbehaviour('rate-limited', 'The first two requests are refused with 429, to come again in a second.', {
    ...EVERYTHING,
    times: 2,
    fault: { do: 'status', status: 429, error: 'Too Many Requests', headers: { 'retry-after': '1' } },
  }),
  misbehaviour('key-rejected', 'No key is accepted any more.', {
    ...EVERYTHING,
    fault: { do: 'status', status: 401, error: 'Invalid or missing token' },
  }),
  misbehaviour('redirected', 'Settlements are said to have moved elsewhere.', {
    ...SETTLEMENTS,
    fault: { do: 'raw', status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' },
  }),
  misbehaviour('html-instead', 'A proxy in between answers pages of invoices with a web page.', {
    ...PAGES,
    fault: { do: 'raw', headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Proxy</title>' },
  }),
  misbehaviour('slow', 'Every page of invoices takes two seconds.', { ...PAGES, fault: { do: 'delay', ms: 2_000 } }),
  misbehaviour('dripping', 'Pages arrive drop by drop, never silent and never done.', {
    ...PAGES,
    fault: { do: 'drip', bytes: 64, everyMs: 500 },
  }),
  misbehaviour('connection-reset', 'The first two connections break in the middle of the answer.', {
    ...PAGES,
    times: 2,
    fault: { do: 'reset', afterBytes: 200 },
  }),
  misbehaviour('truncated', 'The first page stops early and looks whole but for its syntax.', {
    ...PAGES,
    times: 1,
    fault: { do: 'truncate' },
  }),
  misbehaviour('malformed-json', 'Pages of invoices are not JSON.', { ...PAGES, fault: { do: 'malformed' } }),
  misbehaviour('repeated-cursor', 'The cursor of a second page leads to the second page again, for ever.', {
    ...PAGES,
    fault: { do: 'repeat-cursor' },
  }),
  misbehaviour('empty-cursor', 'The last page ends with an empty cursor instead of null.', {
    ...PAGES,
    fault: { do: 'cursor', value: '' },
  }),
  misbehaviour('empty-pages', 'Every list begins with an empty page that has a cursor.', {
    ...PAGES,
    times: 5,
    fault: { do: 'empty-page' },
  }),
  misbehaviour(
    'overlapping-pages',
    'Each page begins with the last two invoices of the one before; read with a small limit.',
    {
      ...PAGES,
      fault: { do: 'overlap', items: 2 },
    },
  ),
]
