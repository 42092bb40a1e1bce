import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combinedCrc } from '../../src/publish/combined-crc.ts'

test('the CRC of two texts in a row is that of the whole', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (first, second) => {
      expect(combinedCrc(crc32(first), crc32(second), second.length)).toBe(crc32(second, crc32(first)))
    }),
  )
})

test('also of long ones', () => {
  const [first, second] = [Buffer.alloc(300_001, 'ab'), Buffer.alloc(2 ** 20 + 7, 'cdé')]
  expect(combinedCrc(crc32(first), crc32(second), second.length)).toBe(crc32(second, crc32(first)))
})
