import { parseArgs } from 'node:util'

export interface Options {
  /** How many points are tried; null for all. */
  readonly sample: number | null
  readonly seed: number
  /** No point begins later than this; null for no end. */
  readonly seconds: number | null
  /** Disks of rising size instead of faults at calls, in steps of so many KiB; null for faults. */
  readonly diskStepKib: number | null
  /** How many points are tried side by side. */
  readonly lanes: number
  /** Whether the scenes, calls or faults of that name are tried. */
  readonly isAsked: (kind: 'scene' | 'call' | 'fault', name: string) => boolean
}

export const optionsIn = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string' },
      disk: { type: 'boolean' },
      step: { type: 'string', default: '1024' },
      lanes: { type: 'string', default: '2' },
      scene: { type: 'string', multiple: true },
      call: { type: 'string', multiple: true },
      fault: { type: 'string', multiple: true },
    },
  })
  return {
    sample: values.sample === undefined ? null : wholeNumber('sample', values.sample),
    seed: wholeNumber('seed', values.seed),
    seconds: values.seconds === undefined ? null : wholeNumber('seconds', values.seconds),
    diskStepKib: values.disk === true ? wholeNumber('step', values.step) : null,
    lanes: wholeNumber('lanes', values.lanes),
    isAsked: (kind, name) => values[kind]?.includes(name) ?? true,
  }
}

const wholeNumber = (name: string, text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`--${name} is not a whole number from 1`)
  return Number(text)
}
