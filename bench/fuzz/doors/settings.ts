import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../../src/config/readers.ts'
import { loadSettings } from '../../../src/config/settings.ts'
import { tariffReader } from '../../../src/config/tariff/tariff-reader.ts'
import { parseJson } from '../../../src/std/json/parse-json.ts'
import { type Door, refusedOr } from '../door.ts'

const TARIFF = [
  {
    from: '2026-01-01',
    methods: {
      pse: { fixed: 2900 },
      card: { fixed: 800, percent: 2.79, min: 0, max: null, tiers: [{ above: 1_000_000, fixed: 0, percent: 2.5 }] },
    },
    tax: { name: 'IVA', percent: 19, included: false },
    withholdings: [{ name: 'ReteFuente', percent: 1.5, base: 'paid', methods: ['card'] }],
    rounding: 'invoice',
  },
]

const SETTINGS = {
  baseUrl: 'https://service.example/v1',
  db: 'data/cuadre.db',
  out: 'out',
  language: 'es',
  adjustments: 'subtract',
  toleranceCop: 100,
  cycles: ['11', '13', '16', '18', '20'],
  cycleAliases: { '11:00': '11' },
  timeZone: 'America/Bogota',
  absentStatuses: [404, 204],
  csvProfile: 'excel-co',
  bankDays: 3,
  bankText: ['OPERADOR'],
  tariff: TARIFF,
}

const SEVERAL = {
  language: 'en',
  merchants: [
    { name: 'a', db: 'data/a.db' },
    { name: 'b', apiKeyFile: 'b.key' },
  ],
}

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** The settings file. */
export const settingsDoor = (folder: string): Door => ({
  name: 'settings',
  share: 40_000,
  valid: [bytes(SETTINGS), bytes(SEVERAL), Buffer.from(JSON.stringify(SETTINGS, null, 2))],
  words: ['merchants', 'apiKey', 'tariffFile', 'pinnedReadings', 'webhookFormat', 'runAt', '"*/5 * * * *"'],
  enter: (input) =>
    refusedOr(() => {
      writeFileSync(join(folder, 'cuadre.config.json'), input, { mode: 0o600 })
      loadSettings({ flags: {}, env: {}, cwd: folder })
    }),
})

/** A tariff as JSON. */
export const tariffs: Door = {
  name: 'tariffs',
  share: 100_000,
  valid: [bytes(TARIFF)],
  words: ['"from":', '"methods":', '"tiers":', '"percent":', '"rounding":"settlement"'],
  enter: async (input) => {
    const parsed = parseJson(input)
    if (!parsed.ok) return 'refused'
    return tariffReader(parsed.value) instanceof Refusal ? 'refused' : 'taken'
  },
}
