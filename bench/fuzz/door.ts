import type fc from 'fast-check'

/** A valid document for its door: its bytes, or the files of its zip. */
export type ValidInput = Buffer | readonly ZipFile[]

export interface ZipFile {
  readonly name: string
  readonly bytes: Buffer
}

/** A door's result for an input. Any other exception is a bug of ours. */
export type Answer = 'taken' | 'refused'

/** An entry point for foreign bytes. */
export interface Door {
  readonly name: string
  /** The number of inputs for this door, out of a million. */
  readonly share: number
  /** Inputs are made from these by small changes. */
  readonly valid: readonly ValidInput[]
  /** Words specific to its format, inserted in place of others. */
  readonly words: readonly string[]
  /** Its own inputs, in place of small changes of the valid ones. */
  readonly inputs?: fc.Arbitrary<Buffer>
  readonly enter: (input: Buffer) => Promise<Answer>
  readonly close?: () => Promise<void>
}
