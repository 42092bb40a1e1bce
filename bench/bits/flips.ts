import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { draw } from '../tool.ts'

/** The effect of a flipped bit. Unseen: a different value is read without an error. */
type Outcome = 'harmless' | 'seen' | 'unseen'

/** A flipped bit, its place, and its effect. */
export interface Flip {
  readonly path: string
  readonly byte: number
  readonly bit: number
  readonly object: string
  readonly outcome: Outcome
}

/** Files in which bits are flipped, one at a time. */
export interface Target {
  readonly paths: readonly string[]
  /** The object of a byte: a table, an index, a file of a pack. */
  readonly objectAt: (path: string, byte: number) => string
  /** The effect of the bit that is flipped at this moment, in this object. */
  readonly outcomeOf: (object: string) => Promise<Outcome>
}

export interface FlipPlan {
  readonly flips: number
  readonly seed: number
  /** Only in the bytes of this object. */
  readonly only?: string | undefined
  /** Only in bytes that are not zero, since much of a small database is free space. */
  readonly written?: boolean | undefined
}

interface Place {
  readonly path: string
  readonly byte: number
}

/** Flips one bit at a time in files that nobody has open, checks them, and restores the bit. */
export async function* flipped(target: Target, plan: FlipPlan): AsyncGenerator<Flip> {
  const placeAt = placesIn(target, plan)
  for (let index = 0; index < plan.flips; index += 1) {
    const { path, byte } = placeAt(draw(plan.seed, index, 0))
    const bit = draw(plan.seed, index, 1) % 8
    const object = target.objectAt(path, byte)
    turn(path, byte, bit)
    try {
      yield { path, byte, bit, object, outcome: await target.outcomeOf(object) }
    } finally {
      turn(path, byte, bit)
    }
    // Node frees the memory of a failed decompression only in the event loop, and no check waits for it.
    await turnOfLoop()
  }
}

/** The candidate bytes; a number selects one. */
const placesIn = ({ paths, objectAt }: Target, { only, written }: FlipPlan): ((number: number) => Place) => {
  const files = paths.map((path) => {
    const content = readFileSync(path)
    const bytes = Uint32Array.from(content.keys()).filter(
      (byte) => (written !== true || content[byte] !== 0) && (only === undefined || objectAt(path, byte) === only),
    )
    return { path, bytes }
  })
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (total === 0) throw new Error(`no byte belongs to ${only}`)
  return (number) => {
    let rest = number % total
    for (const { path, bytes } of files) {
      const byte = bytes[rest]
      if (byte !== undefined) return { path, byte }
      rest -= bytes.length
    }
    throw new Error(`there is no byte ${number % total}`)
  }
}

const turn = (path: string, byte: number, bit: number): void => {
  const file = openSync(path, 'r+')
  try {
    const cell = Buffer.alloc(1)
    readSync(file, cell, 0, 1, byte)
    writeSync(file, Buffer.from([(cell[0] ?? 0) ^ (1 << bit)]), 0, 1, byte)
  } finally {
    closeSync(file)
  }
}

const OUTCOMES: readonly Outcome[] = ['harmless', 'seen', 'unseen']

/** The number of flips by effect, by table and index or by file of a pack, and the total. */
export const tableOfFlips = (name: string, flips: readonly Flip[]): string => {
  const objects = [...new Set(flips.map(({ object }) => object))].sort()
  const rowOf = (title: string, of: readonly Flip[]): readonly string[] => [
    title,
    ...OUTCOMES.map((outcome) => `${of.filter((flip) => flip.outcome === outcome).length}`),
  ]
  const rows = objects.map((object) =>
    rowOf(
      object,
      flips.filter((flip) => flip.object === object),
    ),
  )
  return [[name, ...OUTCOMES], ...rows, rowOf(`all of ${name}`, flips)]
    .map(([title = '', ...cells]) => title.padEnd(44) + cells.map((cell) => cell.padStart(10)).join(''))
    .join('\n')
}
