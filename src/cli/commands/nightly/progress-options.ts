import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { Progress } from '../../../pipeline/run/steps.ts'
import { type CommandArguments, type Flags, usageError } from '../../framework/command.ts'
import type { Io } from '../../framework/io.ts'
import { LOG_FORMS, type LogForm, type LogLevel, openLog } from '../../terminal/log.ts'
import type { Meter } from '../../terminal/meter.ts'
import { both, ProgressState } from '../../terminal/progress-state.ts'

export const LOG_FLAGS: Flags = {
  quiet: {
    kind: 'switch',
    describe: { en: 'Nothing on standard error but errors', es: 'Nada en la salida de errores, salvo errores' },
  },
  verbose: {
    kind: 'switch',
    describe: { en: 'Also a line for each page read', es: 'También una línea por cada página leída' },
  },
}

/** The progress display of a command. */
export interface ProgressView {
  readonly progress: Progress
  readonly progressState: ProgressState
}

/** How a command shows its progress; contradictory flags are refused before anything is read or written. */
interface ProgressOptions {
  readonly form: LogForm
  readonly level: LogLevel
}

export const progressOptionsIn = (
  { isOn }: Pick<CommandArguments, 'isOn'>,
  { env, log }: Pick<Io, 'env' | 'log'>,
): ProgressOptions => {
  if (isOn('quiet') && isOn('verbose'))
    throw usageError(
      { en: '--quiet excludes --verbose', es: '--quiet excluye --verbose' },
      { en: 'give one of the two', es: 'dé una de las dos' },
    )
  const level = isOn('quiet') ? 'error' : isOn('verbose') ? 'debug' : 'info'
  return { form: formIn(env.CUADRE_LOG) ?? log, level }
}

/** An empty variable counts as absent. */
const formIn = (text: string | undefined): LogForm | null => {
  if (!text) return null
  const form = LOG_FORMS.find((known) => known === text)
  if (form === undefined)
    throw usageError(
      {
        en: `CUADRE_LOG must be one of ${LOG_FORMS.join(', ')}`,
        es: `CUADRE_LOG debe ser uno de ${LOG_FORMS.join(', ')}`,
      },
      { en: 'correct or unset it', es: 'corríjala o quítela' },
    )
  return form
}

/** Without a screen there are no bars, and their library is not loaded. */
const meterFor = async (screen: Io['screen'], progressState: ProgressState, io: Io): Promise<Meter> => {
  if (screen === null) return { progress: () => undefined, print: io.stderr, stop: () => undefined }
  const { meterOn } = await import('../../terminal/meter.ts')
  return meterOn(screen, progressState, io.now, io.stderr, io.language)
}

/** Shows bars and log lines during the work, and removes the bars before anything else is printed, also after an error. */
export const withProgress = async <T>(
  { form, level }: ProgressOptions,
  io: Io,
  zone: Zone,
  work: (view: ProgressView) => Promise<T>,
): Promise<T> => {
  const progressState = new ProgressState(io.now)
  const meter = await meterFor(level === 'error' ? null : io.screen, progressState, io)
  const colour = io.screen !== null && !io.env.NO_COLOR
  const { language, currentMerchant: merchant } = io
  const log = await openLog({
    form,
    level,
    print: meter.print,
    now: io.now,
    zone,
    colour,
    progressState,
    merchant,
    language,
  })
  const ended: Progress = (step) => {
    if (step.kind === 'slot-read' || step.kind === 'slot-not-read') progressState.forget(step.slot)
  }
  const progress = both(both(progressState.step, meter.progress), both(log, ended))
  try {
    return await work({ progress, progressState })
  } finally {
    meter.stop()
  }
}
