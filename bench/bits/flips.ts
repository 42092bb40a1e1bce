import { closeSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { AnswerReader } from '../../src/storage/maintenance/verify/reader.ts'
import { verifyDatabaseFile } from '../../src/storage/maintenance/verify/verify.ts'
import { draw } from '../server/chance.ts'
import { isAlike, type Values, valuesIn } from './values.ts'

/** One bit that was turned, in whose page, and what came of it. Unseen: another value is read, and nobody says so. */
export interface Flip {
  readonly byte: number
  readonly bit: number
  readonly object: string
  readonly outcome: 'harmless' | 'seen' | 'unseen'
}

export interface FlipPlan {
  readonly flips: number
  readonly seed: number
  /** Only in the pages of this table or index. */
  readonly only?: string | undefined
  /** Only in bytes that are not zero: much of a small database is free space. */
  readonly written?: boolean | undefined
}

const NEVER = new AbortController().signal

/** Turns one bit at a time of a database that nobody has open, looks at it, and turns it back. */
export async function* flipped(path: string, reader: AnswerReader, plan: FlipPlan): AsyncGenerator<Flip> {
  const { pageSize, owners } = pagesOf(path)
  const places = placesIn(readFileSync(path), plan, (byte) => owners[Math.floor(byte / pageSize)] ?? '')
  const before = valuesIn(path)
  for (let index = 0; index < plan.flips; index += 1) {
    const byte = places[draw(plan.seed, index, 0) % places.length] ?? 0
    const bit = draw(plan.seed, index, 1) % 8
    const object = owners[Math.floor(byte / pageSize)] ?? ''
    turn(path, byte, bit)
    try {
      yield { byte, bit, object, outcome: await outcomeOf(path, reader, before) }
    } finally {
      turn(path, byte, bit)
    }
  }
}

/** The bytes that may be chosen. */
const placesIn = (file: Buffer, { only, written }: FlipPlan, ownerOf: (byte: number) => string): Uint32Array => {
  const places = Uint32Array.from(file.keys()).filter(
    (byte) => (written !== true || file[byte] !== 0) && (only === undefined || ownerOf(byte) === only),
  )
  if (places.length === 0) throw new Error(`no page belongs to ${only}`)
  return places
}

const outcomeOf = async (path: string, reader: AnswerReader, before: Values): Promise<Flip['outcome']> => {
  if (isAlike(before, valuesIn(path))) return 'harmless'
  return (await isSeen(path, reader)) ? 'seen' : 'unseen'
}

/** A file that is refused is seen as much as one whose damage is told. */
const isSeen = async (path: string, reader: AnswerReader): Promise<boolean> => {
  try {
    return (await verifyDatabaseFile(path, reader, NEVER)).damages > 0
  } catch (error) {
    if (error instanceof Error && error.name === 'CuadreError') return true
    throw error
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

/** Which table or index each page belongs to, by the place of the page. */
const pagesOf = (path: string): { readonly pageSize: number; readonly owners: readonly string[] } => {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true })
  try {
    const pageSize = Number(sqlite.pragma('page_size', { simple: true }))
    const owners = Array.from({ length: statSync(path).size / pageSize }, () => 'free')
    const pages = sqlite.prepare<[], { pageno: number; name: string }>('SELECT pageno, name FROM dbstat').all()
    for (const { pageno, name } of pages) owners[pageno - 1] = name
    return { pageSize, owners }
  } finally {
    sqlite.close()
  }
}
