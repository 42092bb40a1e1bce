import { expect, test } from 'vitest'
import { FORM, refusalOf } from '../../src/ui/server.ts'
import { openSession } from '../../src/ui/session.ts'

const session = openSession(0)
const cookie = `${session.cookie.name}=${session.cookie.value}`
const HOST = '127.0.0.1:8788'
const form = { host: HOST, cookie, origin: `http://${HOST}`, 'content-type': FORM }

test('the address opens once, and within ten minutes', () => {
  const other = openSession(0)
  expect(other.enter('/enter/of-another', 1)).toBe('unknown')
  expect(other.enter(other.entrance, 1)).toBe('granted')
  expect(other.enter(other.entrance, 2)).toBe('used')
  const late = openSession(0)
  expect(late.enter(late.entrance, 600_001)).toBe('expired')
})

test('what opens the desk cannot be guessed: 256 bits each, and each session has its own', () => {
  const [one, other] = [openSession(0), openSession(0)]
  const secrets = [one, other].flatMap(({ entrance, root, cookie: { value } }) => [
    entrance.slice(7),
    root.slice(1, -1),
    value,
  ])
  expect(new Set(secrets).size).toBe(6)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url').byteLength).toBe(32)
  expect(one.gave(other.formToken())).toBe(false)
  expect(one.gave(one.formToken())).toBe(true)
})

test.each([
  ['a page', 'GET', {}, null],
  ['a page by another name of this machine', 'GET', { host: 'localhost' }, null],
  ['a page through a tunnel', 'GET', { host: '[::1]:9000' }, null],
  ['a name that leads here from elsewhere', 'GET', { host: 'evil.example' }, 'host'],
  ['a name that begins like this machine', 'GET', { host: '127.0.0.1.evil.example' }, 'host'],
  ['no name', 'GET', { host: undefined }, 'host'],
  ['no cookie', 'GET', { cookie: undefined }, 'stranger'],
  ['the cookie of another session', 'GET', { cookie: `${session.cookie.name}=x` }, 'stranger'],
  ['among other cookies', 'GET', { cookie: `a=b; ${cookie}` }, null],
  ['another verb', 'PUT', {}, 'method'],
  ['an act', 'POST', {}, null],
  ['an act of a page of another port', 'POST', { origin: 'http://127.0.0.1:9999' }, 'origin'],
  ['an act of a page over https', 'POST', { origin: `https://${HOST}` }, 'origin'],
  ['an act of no page', 'POST', { origin: undefined }, 'origin'],
  ['an act of an opaque page', 'POST', { origin: 'null' }, 'origin'],
  ['an act that the browser knows to come from elsewhere', 'POST', { 'sec-fetch-site': 'cross-site' }, 'site'],
  ['an act from another port, as the browser knows', 'POST', { 'sec-fetch-site': 'same-site' }, 'site'],
  ['an act as the browser sends it', 'POST', { 'sec-fetch-site': 'same-origin' }, null],
  ['an act in another form', 'POST', { 'content-type': 'text/plain' }, 'content-type'],
  ['an act with a charset', 'POST', { 'content-type': `${FORM}; charset=utf-8` }, null],
] as const)('%s', (_name, method, headers, refused) => {
  const asked = { method, path: `${session.root}todo`, headers: { ...form, ...headers } }
  expect(refusalOf(asked, session, FORM)).toBe(refused)
})

test('a path that is not below the root of the session is nothing, even with the cookie', () => {
  expect(refusalOf({ method: 'GET', path: '/todo', headers: form }, session, FORM)).toBe('stranger')
})

test('where nothing may be changed, no act is taken', () => {
  expect(refusalOf({ method: 'POST', path: `${session.root}act/decide`, headers: form }, session, null)).toBe(
    'content-type',
  )
})
