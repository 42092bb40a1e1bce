/** A document that is valid at its door: its bytes, or the files of which its zip is made. */
export type ValidInput = Buffer | readonly ZipFile[]

export interface ZipFile {
  readonly name: string
  readonly bytes: Buffer
}

/** What a door made of an input. Anything else that it throws is a bug of ours. */
export type Answer = 'taken' | 'refused'

/** A place where bytes of others come in. */
export interface Door {
  readonly name: string
  /** Of a million inputs, how many go to this door. */
  readonly share: number
  /** Inputs are made from these by small changes. */
  readonly valid: readonly ValidInput[]
  /** What its form has of its own, put where something else stood. */
  readonly words: readonly string[]
  readonly enter: (input: Buffer) => Promise<Answer>
  readonly close?: () => Promise<void>
}

/** Refused is what is told as an error of ours, with a code. */
export const refusedOr = async (work: () => unknown): Promise<Answer> => {
  try {
    await work()
    return 'taken'
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'exit' in error && error.exit !== 1) return 'refused'
    throw error
  }
}
