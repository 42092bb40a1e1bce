import { expect, it } from 'vitest'
import { networkTrouble } from '../../src/service/http/errors.ts'

const withCode = (code: unknown): Error => Object.assign(new Error('at db.internal:8443 with sk-secret'), { code })

it.each([
  ['ECONNREFUSED', 'got no connection: it was refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'got no connection in time'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'got no connection: the certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'got no connection: the certificate was not accepted (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  ['HPE_INVALID_CONSTANT', 'got an answer that is not HTTP'],
  ['EHOSTUNREACH', 'got no whole answer (EHOSTUNREACH)'],
])('%s: %s', (code, reason) => {
  expect(networkTrouble(withCode(code))).toMatchObject({ code: 'UNREACHABLE', reason, cause: { message: code } })
})

it.each([
  ['ECONNREFUSED', true],
  ['ENOTFOUND', true],
  ['EAI_AGAIN', true],
  ['UND_ERR_CONNECT_TIMEOUT', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true],
  ['ECONNRESET', false],
  ['ETIMEDOUT', false],
  ['EPIPE', false],
  ['UND_ERR_SOCKET', false],
  ['HPE_INVALID_CONSTANT', false],
])('with %s, that nothing was sent is %s', (code, neverSent) => {
  expect(networkTrouble(withCode(code))).toMatchObject({ neverSent })
})

it.each([[withCode('UND_ERR_INVALID_ARG')], [withCode(20)], [new TypeError('of ours')], ['text'], [null]])(
  '%s is no fault of the network',
  (error) => {
    expect(networkTrouble(error)).toBeNull()
  },
)
