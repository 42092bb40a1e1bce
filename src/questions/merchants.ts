import { existsSync } from 'node:fs'
import { type ListedMerchant, MERCHANTS_LISTED } from '../../reports/documents/merchants-document.ts'
import { inEach } from '../print/names.ts'
import { column, note, table } from '../print/report.ts'
import { type QuestionContext, question } from './question.ts'

/** The merchants of the databases, then those of the settings that no database has yet. */
export const MERCHANTS_LIST = question({
  name: 'merchants list',
  group: 'platform',
  describe: {
    en: 'The merchants of the database and of the settings',
    es: 'Los comercios de la base de datos y de los parámetros',
  },
  examples: [
    [
      'cuadre merchants list',
      { en: 'whose settlements the database holds', es: 'de quién son las liquidaciones de la base de datos' },
    ],
    ['cuadre merchants list --json', { en: 'the same for a program', es: 'lo mismo para un programa' }],
  ],
  operands: {},
  options: {},
  about: 'all',
  read: (context) => merchantsOf(context),
  shape: MERCHANTS_LISTED,
  report: (merchants) => ({
    merchant: null,
    title: { en: 'Merchants', es: 'Comercios' },
    sections: [
      table<(typeof merchants)[number]>({
        name: 'merchants',
        title: null,
        rows: merchants,
        columns: [
          { name: 'merchant', kind: 'text', head: { en: 'merchant', es: 'comercio' }, of: ({ name }) => name },
          column('in_settings', 'word', { en: 'in settings', es: 'en parámetros' }, ({ configured }) => configured, {
            words: { true: { en: 'yes', es: 'sí' }, false: { en: 'no', es: 'no' } },
          }),
          { name: 'base_url', kind: 'text', head: { en: 'base URL', es: 'dirección' }, of: ({ baseUrl }) => baseUrl },
          column(
            'earlier_names',
            'text',
            { en: 'earlier names', es: 'nombres anteriores' },
            ({ earlierNames }) => earlierNames.join(', ') || null,
          ),
        ],
      }),
      ...neverPulled(merchants.filter(({ baseUrl }) => baseUrl === null)),
    ],
  }),
})

const neverPulled = (merchants: readonly ListedMerchant[]) => {
  const names = merchants.map(({ name }) => name).join(', ')
  return merchants.length === 0
    ? []
    : [note(inEach((language) => `${{ en: 'Never pulled', es: 'Nunca leídos' }[language]}: ${names}`))]
}

const merchantsOf = async ({
  settings: { merchant, merchants, db },
  databases,
}: QuestionContext): Promise<readonly ListedMerchant[]> => {
  const { readMerchants } = await import('../store/merchants/merchants.ts')
  const named = merchants.length > 0 ? merchants : [merchant]
  const paths = databases()
  const known = (paths.length === 0 ? [db] : paths).flatMap((path) => (existsSync(path) ? readMerchants(path) : []))
  const stored = known.map(({ name, names, baseUrl }) => ({
    ...{ name, baseUrl, configured: named.includes(name), earlierNames: names.slice(0, -1) },
  }))
  const others = named.filter((name) => !known.some((one) => one.name === name))
  return [...stored, ...others.map((name) => ({ name, configured: true, baseUrl: null, earlierNames: [] }))]
}
