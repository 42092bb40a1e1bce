import { howMany } from '../../../std/how-many.ts'

/** A line about the notifications that name no settlement, where there are any. */
export const unusableLines = (count: number): readonly string[] =>
  count === 0
    ? []
    : [
        `${howMany(count, 'notification')} ${count === 1 ? 'names' : 'name'} no settlement to look at; "cuadre webhooks list" says why, and the nightly run reads every settlement all the same.`,
      ]
