import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { MethodRate, Schedule, Tariff, TariffDate } from '../../domain/fees/tariff.ts'
import { CuadreError } from '../../std/errors.ts'
import { readTextFile } from '../../std/files/text-file.ts'
import { writeWhole } from '../../std/files/whole-file.ts'
import { isObject, type JsonObject } from '../../std/json/json-object.ts'
import { type JsonPath, setMember } from '../../std/json/set-member.ts'
import type { Settings } from '../settings.ts'

/** A tariff on its way into the settings. */
export interface TariffToWrite {
  readonly tariff: Tariff
  /** Null leaves the setting as it is. */
  readonly tariffDate: TariffDate | null
  /** Takes the place of a tariff that stands there. */
  readonly replace: boolean
}

/** The files that a tariff was written to. */
export type TariffFiles = readonly string[]

/** Writes a tariff into the settings file, or the tariffFile that it names; all else in it stays as it is. */
export const writeTariff = async (
  settings: Settings,
  { tariff, tariffDate, replace }: TariffToWrite,
): Promise<TariffFiles> => {
  const { configFile, policy, merchant } = settings
  if (configFile === null) {
    throw new CuadreError(
      'NO_SETTINGS_FILE',
      {
        en: 'there is no settings file that the tariff could be written to',
        es: 'no hay archivo de parámetros en que escribir la tarifa',
      },
      {
        en: 'make one with "cuadre init", or name it with --config',
        es: 'cree uno con "cuadre init", o indíquelo con --config',
      },
    )
  }
  if (policy.tariff.length > 0 && !replace) {
    const dates = policy.tariff.map(({ from }) => from).join(', ')
    throw new CuadreError(
      'TARIFF_PRESENT',
      {
        en: `a tariff stands in the settings already (from ${dates})`,
        es: `los parámetros ya tienen una tarifa (desde ${dates})`,
      },
      {
        en: 'add --replace to put the proposed one in its place',
        es: 'agregue --replace para poner la propuesta en su lugar',
      },
    )
  }
  const text = readTextFile(configFile)
  const place = placeIn(JSON.parse(text.replace(/^\uFEFF/, '')), merchant)
  const date =
    tariffDate === null ? text : setMember(text, place.pathOf('tariffDate'), 'tariffDate', JSON.stringify(tariffDate))
  const own = place.valueOf('tariffFile')
  if (typeof own !== 'string' || own === '') {
    await writeOver(configFile, setMember(date, place.pathOf('tariff'), 'tariff', tariffText(tariff)))
    return [configFile]
  }
  const tariffFile = resolve(dirname(configFile), own)
  await writeOver(tariffFile, `${tariffText(tariff)}\n`)
  if (date === text) return [tariffFile]
  await writeOver(configFile, date)
  return [tariffFile, configFile]
}

/** Where the settings of a merchant stand in the file: each by itself, or under "policy". */
interface SettingsPlace {
  readonly pathOf: (name: string) => JsonPath
  readonly valueOf: (name: string) => unknown
}

/** Of several merchants its own entry, so that the others keep what they have. */
const placeIn = (document: unknown, merchant: string): SettingsPlace => {
  const { merchants } = membersOf(document)
  const entry = Array.isArray(merchants) ? merchants.findIndex((one) => membersOf(one).name === merchant) : -1
  const own = membersOf(Array.isArray(merchants) ? merchants[entry] : document)
  const path = entry === -1 ? [] : ['merchants', entry]
  const group = membersOf(own.policy)
  return {
    pathOf: (name) => (Object.hasOwn(group, name) ? [...path, 'policy'] : path),
    valueOf: (name) => group[name] ?? own[name],
  }
}

const membersOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Over what stands there, with the rights that it has; a link stays a link. */
const writeOver = async (path: string, text: string): Promise<void> => {
  const file = realpathSync(path)
  const mode = statSync(file).mode & 0o777
  await writeWhole(dirname(file), basename(file), [{ text, rows: 0 }], undefined, mode)
}

/** A schedule without what says nothing, with a line for each method. */
const tariffText = (tariff: Tariff): string =>
  JSON.stringify(tariff.map(scheduleMembers), null, 2).replace(/\{[^{}]*\}/g, (inner) =>
    inner.replace(/\s*\n\s*/g, ' '),
  )

const scheduleMembers = ({ from, methods, tax, withholdings, rounding, proposed }: Schedule) => ({
  from,
  methods: Object.fromEntries(Object.entries(methods).map(([name, rate]) => [name, rateMembers(rate)])),
  ...(tax === null ? {} : { tax }),
  ...(withholdings.length === 0 ? {} : { withholdings }),
  rounding,
  ...(proposed === null ? {} : { proposed }),
})

const rateMembers = ({ fixed, percent, min, max, tiers }: MethodRate) => ({
  fixed,
  percent,
  ...(min === null ? {} : { min }),
  ...(max === null ? {} : { max }),
  ...(tiers.length === 0 ? {} : { tiers }),
})
