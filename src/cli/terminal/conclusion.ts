import type { Position } from '../../domain/account/position.ts'
import { positionOf } from '../../domain/account/position-of.ts'
import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import { isBusinessDay } from '../../domain/calendar/business-days.ts'
import type { SlotDate } from '../../domain/slot.ts'
import { firstSentence } from '../../i18n/first-sentence.ts'
import type { JobReport } from '../../pipeline/run/context.ts'
import { type Display, paint } from '../../print/display.ts'
import { timeIn } from '../../print/in-table.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { wrapText } from '../../std/wrap-text.ts'
import type { PrintOptions } from './print-options.ts'
import { gravestProblem } from './problem-lines.ts'

/**
 * The conclusion of a job: its result, the moment it is about, and the next command. For a job that stopped early: the
 * reason.
 */
export const conclusion = (report: JobReport, options: PrintOptions): readonly string[] => {
  const { slots, error, outcome } = report
  const { display } = options
  if (error !== null) {
    const read = slots.filter(({ verdict }) => verdict !== 'not-pulled')
    const rest =
      read.length === 0
        ? { en: 'What was read before is kept.', es: 'Lo leído antes se conserva.' }
        : {
            en: 'What follows is as it was last read, also where this run did not get to it.',
            es: 'Lo que sigue es lo último leído, también donde esta ejecución no alcanzó a leer.',
          }
    const why = {
      en: `The run stopped: ${harmless(error.texts.message.en)}. ${rest.en}`,
      es: `La ejecución se detuvo: ${harmless(error.texts.message.es)}. ${rest.es}`,
    }[display.language]
    const lines = paintLines(why, 'bad', display)
    return [
      ...lines,
      ...(read.length === 0 ? [] : moneyLines(read, display)),
      ...label(NEXT[display.language], harmless(error.texts.next[display.language]), display),
    ]
  }
  if (outcome === 'nothing-due')
    return wrapText(
      '',
      {
        en: 'Nothing is due yet. To read a settlement anyway, name it with --date and --cycle.',
        es: 'Aún no corresponde leer nada. Para leer una liquidación de todos modos, indíquela con --date y --cycle.',
      }[display.language],
      display.width,
    )
  return [
    ...moneyLines(slots, display),
    ...label({ en: 'As of', es: 'Corte' }[display.language], asOf(report, options), display),
    ...nextLines(slots, options),
  ]
}

/** The first sentence about these settlements, the same as on every page and in every message. */
const moneyLines = (slots: readonly SlotReport[], display: Display): readonly string[] =>
  sentenceLines(positionOf(slots), new Set(slots.map(({ slot }) => slot.date)), display)

export const sentenceLines = (money: Position, days: ReadonlySet<SlotDate>, display: Display): readonly string[] => {
  const businessDays = [...days].filter(isBusinessDay).length
  const { tone, text, note } = firstSentence(money, display.language, businessDays)
  return [
    ...paintLines(text, tone === 'neutral' ? 'plain' : tone, display),
    ...(note === undefined ? [] : paintLines(note, 'quiet', display)),
  ]
}

const paintLines = (text: string, tone: Parameters<typeof paint>[1], display: Display): readonly string[] =>
  wrapText('', text, display.width).map((line) => paint(line, tone, display))

const label = (name: string, text: string, { width, language }: Display): readonly string[] =>
  text === '' ? [] : wrapText(name.padEnd(LABELS[language]), text, width)
const NEXT: Both<string> = { en: 'Next', es: 'Siguiente' }
const LABELS: Both<number> = { en: 7, es: 11 }

const asOf = ({ asOf: moment = null }: JobReport, { zone, now, display: { language } }: PrintOptions): string =>
  `${timeIn(moment === null ? now : moment.at, zone, language)} ${zone.name}`

const nextLines = (slots: readonly SlotReport[], { display, pasteable }: PrintOptions): readonly string[] => {
  const isUnread = slots.some(({ verdict }) => verdict === 'incomplete' || verdict === 'not-pulled')
  const gravest = gravestProblem(slots)
  const commands = [
    ...(isUnread
      ? [
          {
            en: `${pasteable('cuadre run')}, which reads again what could not be read`,
            es: `${pasteable('cuadre run')}, que lee de nuevo lo que no se pudo leer`,
          }[display.language],
        ]
      : []),
    ...(gravest === null
      ? []
      : [
          pasteable(`cuadre explain ${gravest.slot.date} ${gravest.slot.cycle}`),
          {
            en: 'accept or claim what is below by its id: cuadre discrepancies --help',
            es: 'acepte o reclame lo de abajo por su id: cuadre discrepancies --help',
          }[display.language],
        ]),
  ]
  // A command that is broken into lines cannot be pasted.
  const { language } = display
  return commands.map((command, at) => `${(at === 0 ? NEXT[language] : '').padEnd(LABELS[language])}${command}`)
}
