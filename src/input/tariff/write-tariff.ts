import { dirname, resolve } from 'node:path'
import type { MethodRate, Schedule, Tariff, TariffDate } from '../../core/fees/tariff.ts'
import { CuadreError } from '../../std/errors.ts'
import { readTextFile } from '../../std/files/text-file.ts'
import { setMember } from '../../std/json/set-member.ts'
import type { Settings } from '../settings.ts'
import { fileOfSettings, settingsPlace, writeOver } from '../settings-place.ts'

/** A tariff to write into the settings. */
export interface TariffToWrite {
  readonly tariff: Tariff
  /** Null leaves the setting as it is. */
  readonly tariffDate: TariffDate | null
  /** Whether an existing tariff is replaced. */
  readonly replace: boolean
}

/** The files that a tariff was written to. */
export type TariffFiles = readonly string[]

/** Writes a tariff into the settings file, or into the tariffFile that it names; nothing else changes. */
export const writeTariff = async (
  settings: Settings,
  { tariff, tariffDate, replace }: TariffToWrite,
): Promise<TariffFiles> => {
  const { policy, merchant } = settings
  const file = fileOfSettings(settings)
  if (policy.tariff.length > 0 && !replace) {
    const dates = policy.tariff.map(({ from }) => from).join(', ')
    throw new CuadreError(
      'TARIFF_PRESENT',
      {
        en: `a tariff stands in the settings already (from ${dates})`,
        es: `los parámetros ya tienen una tarifa (desde el ${dates})`,
      },
      {
        en: 'add --replace to put the proposed one in its place',
        es: 'agregue --replace para poner la propuesta en su lugar',
      },
    )
  }
  const text = readTextFile(file)
  const place = settingsPlace(JSON.parse(text.replace(/^\uFEFF/, '')), merchant)
  const date =
    tariffDate === null ? text : setMember(text, place.pathOf('tariffDate'), 'tariffDate', JSON.stringify(tariffDate))
  const own = place.valueOf('tariffFile')
  if (typeof own !== 'string' || own === '') {
    await writeOver(file, setMember(date, place.pathOf('tariff'), 'tariff', tariffText(tariff)))
    return [file]
  }
  const tariffFile = resolve(dirname(file), own)
  await writeOver(tariffFile, `${tariffText(tariff)}\n`)
  if (date === text) return [tariffFile]
  await writeOver(file, date)
  return [tariffFile, file]
}

/** The text of a tariff without members that have no effect, one line for each method. */
export const tariffText = (tariff: Tariff): string =>
  JSON.stringify(tariff.map(scheduleMembers), null, 2).replace(/\{[^{}]*\}/g, (inner) =>
    inner.replace(/\s*\n\s*/g, ' '),
  )

const scheduleMembers = ({ from, methods, tax, withholdings, rounding, to, proposed }: Schedule) => ({
  from,
  methods: Object.fromEntries(Object.entries(methods).map(([name, rate]) => [name, rateMembers(rate)])),
  ...(tax === null ? {} : { tax }),
  ...(withholdings.length === 0 ? {} : { withholdings }),
  rounding,
  ...(to === 'peso' ? {} : { to }),
  ...(proposed === null ? {} : { proposed }),
})

const rateMembers = ({ fixed, percent, min, max, tiers }: MethodRate) => ({
  fixed,
  percent,
  ...(min === null ? {} : { min }),
  ...(max === null ? {} : { max }),
  ...(tiers.length === 0 ? {} : { tiers }),
})
