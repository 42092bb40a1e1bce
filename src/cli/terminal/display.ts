import type { Language } from '../../i18n/language.ts'
import type { Io } from '../framework/io.ts'

/** How wide the terminal is that standard output goes to, whether it takes colour, and in which language it is read. */
export interface Display {
  readonly width: number
  readonly colour: boolean
  readonly language: Language
}

/** The width of a terminal that does not say how wide it is. */
export const USUAL_WIDTH = 80
/** Below it nothing can be made to fit. */
const LEAST_WIDTH = 60

export const displayOf = ({ columns, env }: Pick<Io, 'columns' | 'env'>, language: Language): Display => ({
  width: Math.max(LEAST_WIDTH, columns ?? USUAL_WIDTH),
  colour: takesColour(env, columns !== undefined),
  language,
})

/** FORCE_COLOR decides before NO_COLOR, and both before what standard output is. */
const takesColour = ({ FORCE_COLOR, NO_COLOR, TERM }: Io['env'], isTerminal: boolean): boolean => {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTerminal && !NO_COLOR && TERM !== 'dumb'
}

/** How a text stands to the reader: right, to be looked at, wrong, or beside the matter. */
export type DisplayTone = 'good' | 'warning' | 'bad' | 'quiet' | 'plain'

const STYLES = { good: 32, warning: 33, bad: 31, quiet: 2, plain: 0 } as const

export const paint = (text: string, tone: DisplayTone, { colour }: Pick<Display, 'colour'>): string =>
  colour && tone !== 'plain' && text.trim() !== '' ? `\u001b[${STYLES[tone]}m${text}\u001b[0m` : text

/** Text that is too long ends in an ellipsis. Numbers are never cut. */
export const cutTo = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`
