/** The days that a person asked for; null is the ordinary night. */
interface DaysAsked {
  readonly from: string | null
  readonly to: string | null
  readonly cycles: readonly string[]
}

/** An ordinary night is named by its date; days that a person asked for have a name of their own. */
export const nameOfNight = ({ from, to, cycles }: DaysAsked, today: string): string =>
  [from === null || to === null ? today : `${from}..${to}`, ...cycles].join(' ')

/** The flags of `enqueue` that ask for the same days again, each after a space; an ordinary night has none. */
export const flagsOfNight = (night: string): string => {
  const [days = '', ...cycles] = night.split(' ')
  const [from, to] = days.split('..')
  const asked = to === undefined ? [] : from === to ? [`--date ${from}`] : [`--from ${from}`, `--to ${to}`]
  return [...asked, ...cycles.map((cycle) => `--cycle ${cycle}`)].map((flag) => ` ${flag}`).join('')
}

const DATE = '\\d{4}-\\d{2}-\\d{2}'
const NIGHT = new RegExp(`^${DATE}(\\.\\.${DATE})?( \\S+)*$`)

/** Whether a night could have this name. */
export const isNameOfNight = (text: string): boolean => NIGHT.test(text)
