import { secretsAtHand } from '../../../config/secrets/secrets.ts'
import type { JobReport } from '../../../pipeline/run/context.ts'
import type { NightEnd, NightRequest, TakenNight } from '../../../queue/night-queue.ts'
import type { Both } from '../../../std/both.ts'
import { bindingFault } from '../../../storage/connection/binding.ts'
import type { Given } from '../../framework/command.ts'
import { type Failure, failureOf } from '../../framework/failure.ts'
import type { Io } from '../../framework/io.ts'
import { requestIn, withContext } from '../../framework/job.ts'
import { nightJob } from '../nightly/run.ts'

/** The exit status of a job that a signal stopped. */
const STOPPED = 143

/** The very same as "cuadre run" for one merchant; what goes wrong is how it ended. */
export const doNight = async ({ merchant, request }: TakenNight, given: Given, io: Io): Promise<NightEnd> => {
  const words = wordsOf(merchant, request, given)
  try {
    const job = await nightJob(null, words, io)
    return endOf(await withContext(words, io, (context) => job(context, requestIn(words))))
  } catch (error) {
    if (io.signal.aborted) return { exitStatus: STOPPED, line: null }
    return failed(failureOf(bindingFault(error) ?? error, secretsAtHand(io.env, io.cwd)))
  }
}

/** The words that "cuadre run" would be given. */
const wordsOf = (merchant: string, { from, to, cycles, force }: NightRequest, given: Given): Given => {
  const texts = new Map<string, string | null>([
    ['merchant', merchant],
    ['from', from],
    ['to', to],
  ])
  const switches = new Map([
    ['quiet', !given.isOn('verbose')],
    ['verbose', false],
    ['force', force],
  ])
  return {
    text: (flag) => (texts.has(flag) ? (texts.get(flag) ?? undefined) : given.text(flag)),
    isOn: (flag) => switches.get(flag) ?? given.isOn(flag),
    all: (flag) => (flag === 'cycle' ? cycles : given.all(flag)),
    operands: [],
  }
}

const failed = ({ exitCode, code, texts: { message, next } }: Omit<Failure, never>): NightEnd => ({
  exitStatus: exitCode,
  line: { en: `${code}: ${message.en}; ${next.en}`, es: `${code}: ${message.es}; ${next.es}` },
})

const endOf = ({ exitCode, error, slots }: JobReport): NightEnd => {
  if (error !== null) return failed({ exitCode, ...error })
  const unread = slots.filter(({ verdict }) => verdict === 'incomplete').length
  return { exitStatus: exitCode, line: unread === 0 ? null : UNREAD(unread) }
}

const UNREAD = (number: number): Both<string> => ({
  en: `${number} settlement${number === 1 ? '' : 's'} could not be read whole`,
  es: number === 1 ? '1 liquidación no se pudo leer completa' : `${number} liquidaciones no se pudieron leer completas`,
})
