/** The polynomial of CRC-32, lowest bit first. */
const POLYNOMIAL = 0xedb88320
const BITS = 32

/** The CRC-32 of two texts in a row, from that of each and the length of the second in bytes. */
export const combinedCrc = (first: number, second: number, bytesOfSecond: number): number => {
  let crc = first
  let power = ONE_BYTE
  for (let rest = bytesOfSecond; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) crc = applied(power, crc)
    power = squared(power)
  }
  return (crc ^ second) >>> 0
}

/** What a number of zero bytes does to a CRC: the result for each of its bits. */
type Shift = Uint32Array

const applied = (shift: Shift, crc: number): number => {
  let result = 0
  for (let bit = 0; bit < BITS; bit += 1) if ((crc >>> bit) & 1) result ^= shift[bit] ?? 0
  return result >>> 0
}

const squared = (shift: Shift): Shift => shift.map((result) => applied(shift, result))

const oneBit = (crc: number): number => (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0)

const ONE_BYTE: Shift = Uint32Array.from({ length: BITS }, (_, bit) => {
  let crc = 2 ** bit
  for (let step = 0; step < 8; step += 1) crc = oneBit(crc)
  return crc
})
