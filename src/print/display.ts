import type { Language } from '../words/language.ts'

/**
 * Properties of the terminal behind standard output: its width in columns, whether it shows colour, and the reader's
 * language.
 */
export interface Display {
  readonly width: number
  readonly colour: boolean
  readonly language: Language
}

/** The width in columns when the terminal does not report one. */
export const USUAL_WIDTH = 80
/** Tables are never made narrower than this. */
const WIDTH_MIN = 60

/** A terminal, as far as the form of texts depends on it. */
interface Screen {
  /** Absent when standard output is not a terminal. */
  readonly columns?: number | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

export const displayOf = ({ columns, env }: Screen, language: Language): Display => ({
  width: Math.max(WIDTH_MIN, columns ?? USUAL_WIDTH),
  colour: takesColour(env, columns !== undefined),
  language,
})

/** FORCE_COLOR takes precedence over NO_COLOR, and both over whether standard output is a terminal. */
const takesColour = ({ FORCE_COLOR, NO_COLOR, TERM }: Screen['env'], isTerminal: boolean): boolean => {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTerminal && !NO_COLOR && TERM !== 'dumb'
}

/** The meaning of a text for the reader, from which its colour follows: correct, needs a look, wrong, or unimportant. */
export type DisplayTone = 'good' | 'warning' | 'bad' | 'quiet' | 'plain'

const STYLES = { good: 32, warning: 33, bad: 31, quiet: 2, plain: 0 } as const

export const paint = (text: string, tone: DisplayTone, { colour }: Pick<Display, 'colour'>): string =>
  colour && tone !== 'plain' && text.trim() !== '' ? `\u001b[${STYLES[tone]}m${text}\u001b[0m` : text

/** Cuts a text to a width and ends it in an ellipsis. Never use it for numbers. */
export const cutTo = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`
