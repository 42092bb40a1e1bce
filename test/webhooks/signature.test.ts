import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSigned } from '../../src/webhooks/receiver/verify.ts'
import { hmac } from './receiving.ts'

const BODY = '{"webhookId":"w-1","descripción":"Arriendo Ñ"}'
const GOOD = hmac(BODY, 'k')

/** A third implementation: neither our code nor the sandbox's. */
const openssl = (body: string, key: string): string => {
  const { stdout, status } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', key, '-r'], { input: body })
  if (status !== 0) throw new Error('openssl failed')
  return stdout.toString().slice(0, 64)
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe('a signature', () => {
  test.runIf(hasOpenssl)('computed by openssl is taken', () => {
    for (const [body, key] of [
      [BODY, 'k'],
      ['', 'a key with spaces'],
      ['x'.repeat(100_000), 'ñandú'],
      ['{"a":1}\n', '0'.repeat(200)],
    ] as const) {
      const signature = openssl(body, key)
      expect(isSigned(Buffer.from(body), signature, [key])).toBe(true)
      expect(isSigned(Buffer.from(`${body} `), signature, [key])).toBe(false)
      expect(isSigned(Buffer.from(body), signature, [`${key}x`])).toBe(false)
    }
  })

  test('of either key is taken while a key is rotated', () => {
    expect(isSigned(BODY, hmac(BODY, 'new'), ['new', 'old'])).toBe(true)
    expect(isSigned(BODY, hmac(BODY, 'old'), ['new', 'old'])).toBe(true)
    expect(isSigned(BODY, hmac(BODY, 'older'), ['new', 'old'])).toBe(false)
  })

  test.each<[wrong: string, signature: unknown]>([
    ['missing', undefined],
    ['empty', ''],
    ['short', GOOD.slice(0, 63)],
    ['long', `${GOOD}0`],
    ['long by what a hex decoder skips', `${GOOD}zz`],
    ['in upper case', GOOD.toUpperCase()],
    ['no hex', `g${GOOD.slice(1)}`],
    ['doubled', `${GOOD}, ${GOOD}`],
    ['a list of two headers', [GOOD, GOOD]],
    ['padded', ` ${GOOD}`],
    ['with a line end', `${GOOD}\n`],
    ['with a scheme before it', `sha256=${GOOD}`],
    ['in base64', Buffer.from(GOOD, 'hex').toString('base64')],
    ['of another body', hmac('{}', 'k')],
    ['of an empty key', hmac(BODY, '')],
  ])('that is %s is refused', (_, signature) => {
    expect(isSigned(BODY, signature, ['k'])).toBe(false)
  })

  test('differing in any one digit is refused', () => {
    const digits = '0123456789abcdef'
    fc.assert(
      fc.property(fc.nat(63), fc.nat(15), (at, digit) => {
        const other = `${GOOD.slice(0, at)}${digits[digit]}${GOOD.slice(at + 1)}`
        return isSigned(BODY, other, ['k']) === (other === GOOD)
      }),
    )
  })
})
