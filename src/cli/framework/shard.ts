import { createHash } from 'node:crypto'
import { once } from '../../input/options.ts'
import { optional, text } from '../../input/readers.ts'
import { type CommandArguments, type Flags, usageError } from './command.ts'

export const SHARD: Flags = {
  shard: once(
    {
      en: 'Of several merchants only the part i of n, such as 0/4; each belongs to one part',
      es: 'De varios comercios, solo la parte i de n, como 0/4; cada uno es de una sola parte',
    },
    optional(text),
  ),
}

/** One part of all merchants: `index` counts from 0 and is below `parts`. */
export interface Shard {
  readonly index: number
  readonly parts: number
}

/** A larger number counts as a typing error. */
const PARTS_MAX = 10_000

/** The part asked for; null without the flag. */
export const shardIn = ({ text }: Pick<CommandArguments, 'text'>): Shard | null => {
  const typed = text('shard')
  if (typed === undefined) return null
  const [, index, parts] = (/^(\d{1,5})\/(\d{1,5})$/.exec(typed) ?? []).map(Number)
  if (index !== undefined && parts !== undefined && index < parts && parts <= PARTS_MAX) return { index, parts }
  throw usageError(
    {
      en: `--shard must be i/n, i below n and n at most ${PARTS_MAX}`,
      es: `--shard debe ser i/n, con i menor que n y n de ${PARTS_MAX} a lo sumo`,
    },
    { en: 'the first of four parts: --shard 0/4', es: 'la primera de cuatro partes: --shard 0/4' },
  )
}

/** The part depends only on the digest of the name, so a merchant added later moves no other merchant to another part. */
export const isInShard = (merchant: string, { index, parts }: Shard): boolean =>
  createHash('sha256').update(merchant).digest().readUInt32BE(0) % parts === index
