import { parseArgs } from 'node:util'

export interface Options {
  /** The number of points to try; null for all. */
  readonly sample: number | null
  readonly seed: number
  /** No point starts after this many seconds; null for no limit. */
  readonly seconds: number | null
  /** The step in KiB for disks of increasing size; null for faults at calls. */
  readonly diskStepKib: number | null
  /** The number of points tried side by side. */
  readonly lanes: number
  /** Whether the scene, call or fault of that name is to be tried. */
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
