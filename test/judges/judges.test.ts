import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { digestsOf } from './digests.ts'
import { aUser, type Service, startService } from './worlds.ts'

/**
 * Everything that users see of three worlds, as digests: a change of the inside changes none of them. Where one changes,
 * `CUADRE_JUDGES=DIR npx vitest run test/judges` on both commits and `diff -r` show what it is.
 */
const frozen = async (user: ReturnType<typeof aUser>, world: string): Promise<void> =>
  expect(await digestsOf(user, world)).toMatchFileSnapshot(join(import.meta.dirname, `${world}.txt`))

type User = ReturnType<typeof aUser>

/** Every question about what is stored. */
const askAll = async (user: User, date: string, cycle: string): Promise<void> => {
  for (const line of [
    'status',
    'status --all',
    `explain ${date} ${cycle}`,
    `history ${date} ${cycle}`,
    'discrepancies list',
    'discrepancies list --state accepted --state claimed --state paid --state resolved',
    'bank list',
    'bank list --all',
    'bank files',
    'bank accounts',
    'chargebacks list',
    'readings',
    'runs list',
    'runs show 1',
    'merchants list',
    'in-transit --at 2026-03-10 --stored',
    'fees --from 2026-03-01 --to 2026-03-12',
    'fees fit',
    'statement --from 2026-03-05 --to 2026-03-12',
    `audit ${date} ${cycle} --made`,
    'find RENT',
  ])
    await user.ask(line)
  await user.say('discrepancies list --csv')
  const { out } = await user.say('discrepancies list --json')
  const [first] = JSON.parse(out).discrepancies ?? []
  if (first !== undefined) await user.ask(`discrepancies show ${first.id}`)
}

const exportAll = async (user: User, days: string): Promise<void> => {
  for (const form of ['csv', 'xlsx', 'csv --by payment', 'csv --profile excel-co --mask --out masked', 'parquet'])
    await user.say(`export ${days} --format ${form}`)
}

const WEEK = '--from 2026-03-05 --to 2026-03-12'

test('the demo week', async () => {
  const user = aUser({ LANG: 'en_US.UTF-8' })
  await user.say('demo')
  user.useFlags('--config', 'cuadre-demo/cuadre.config.json')
  await askAll(user, '2026-03-07', '11')
  for (const cycle of ['13', '16', '18', '20']) await user.ask(`explain 2026-03-09 ${cycle}`)
  await user.say('audit 2026-03-07 11 --out pack.zip')
  await exportAll(user, WEEK)
  await user.say('check --as-of 60 --out then')
  await user.say('check --mask --out shared')
  await frozen(user, 'demo-week')
})

test('the demo week in Spanish', async () => {
  const user = aUser({ LANG: 'es_CO.UTF-8' })
  await user.say('demo')
  user.useFlags('--config', 'cuadre-demo/cuadre.config.json')
  await askAll(user, '2026-03-07', '11')
  await frozen(user, 'demo-week-es')
})

const fetchStatement = async ({ controlUrl }: Service, form: string): Promise<Buffer> => {
  const { statusCode, body } = await request(`${controlUrl}/bank/${form}`)
  if (statusCode !== 200) throw new Error(`the bank answered ${statusCode}`)
  return Buffer.from(await body.arrayBuffer())
}

const idOf = (json: string, code: string): string =>
  JSON.parse(json).discrepancies.find((one: { code: string }) => one.code === code)?.id ?? `no ${code}`

const RATES = {
  breb: { fixed: 1_900 },
  nequiButton: { percent: 1.2 },
  bancolombiaButton: { percent: 1.2 },
  pse: { fixed: 3_200 },
  card: { fixed: 800, percent: 2.6 },
}

test('a month with a bank, fees, decisions and a closing', async () => {
  const service = await startService({ scenario: 'demo-week' })
  const user = aUser({ CUADRE_API_KEY: service.apiKey, LANG: 'en_US.UTF-8' })
  const settings = {
    baseUrl: service.baseUrl,
    concurrency: 1,
    bankText: ['OPERADOR PAGOS'],
    tariff: [{ from: '2026-01-01', methods: RATES, withholdings: [{ name: 'ReteFuente', percent: 2.5 }] }],
  }
  writeFileSync(join(user.cwd, 'cuadre.config.json'), JSON.stringify(settings))
  const moveClock = async (time: string): Promise<void> => {
    user.setClock(time)
    await service.control('POST', '/clock', { now: time })
  }
  const night = async (time: string, line = 'run'): Promise<void> => {
    await moveClock(time)
    await user.say(line)
    await user.say(`${line} --json`)
  }
  await night('2026-03-13T03:30:00.000Z', `run ${WEEK}`)
  writeFileSync(join(user.cwd, 'march.xml'), await fetchStatement(service, 'camt'))
  await user.say('bank import march.xml --by Ana')
  const found = await user.ask('discrepancies list --state open --state new')
  await user.ask(
    `discrepancies claim ${idOf(found, 'PAYOUT_MISMATCH')} --reason asked --ticket T-1 --until 2026-03-20 --by Ana`,
  )
  await user.ask(`discrepancies accept ${idOf(found, 'DUPLICATE_PAYMENT')} --reason known --by Ana`)
  await user.ask(`discrepancies note ${idOf(found, 'SETTLEMENT_ERROR')} --text asked --by Ana`)
  await night('2026-03-14T03:30:00.000Z')
  await night('2026-04-02T03:30:00.000Z')
  await askAll(user, '2026-03-09', '16')
  await user.say('close --through 2026-03-31 --by Ana')
  await user.say('close --through 2026-03-31 --force --reason due --by Ana --json')
  await user.ask('statement --month 2026-03')
  await service.control('PATCH', '/settlements/2026-03-06/11', { set: { adjustments: 12_345.67 } })
  await night('2026-04-03T03:30:00.000Z', 'run --date 2026-03-06')
  await night('2026-04-04T03:30:00.000Z', 'sweep --from 2026-03-05 --to 2026-03-12')
  writeFileSync(join(user.cwd, 'april.txt'), await fetchStatement(service, 'mt940'))
  const [march] = JSON.parse(await user.ask('bank files')).files
  await user.say(`bank void ${march.number} --reason wrong --by Ana --json`)
  await user.say('bank import april.txt --by Ana --json')
  await user.ask('statement --month 2026-03')
  await user.ask('fees --month 2026-03')
  await user.ask('check')
  await askAll(user, '2026-03-06', '11')
  await user.say('audit 2026-03-06 11 --out pack')
  await exportAll(user, '--from 2026-03-01 --to 2026-03-31')
  await user.say('close --undo --reason late --by Ana --json')
  await user.ask('statement --month 2026-03')
  await frozen(user, 'month')
})

test('two merchants', async () => {
  const [casa, torre] = [
    await startService({ scenario: 'demo-week' }),
    await startService({ scenario: 'two-merchants', seed: 7 }),
  ]
  const user = aUser({ CASA_KEY: casa.apiKey, TORRE_KEY: torre.apiKey, LANG: 'en_US.UTF-8' })
  const merchants = [
    { name: 'casa', baseUrl: casa.baseUrl, apiKeyVariable: 'CASA_KEY' },
    { name: 'torre', baseUrl: torre.baseUrl, apiKeyVariable: 'TORRE_KEY' },
  ]
  writeFileSync(join(user.cwd, 'cuadre.config.json'), JSON.stringify({ merchants, concurrency: 1 }))
  await user.say(`run ${WEEK}`)
  await user.ask(`check ${WEEK}`)
  for (const line of ['status', 'discrepancies list', 'runs list', 'statement', 'fees', 'readings', 'merchants list'])
    await user.ask(line)
  user.useFlags('--merchant', 'casa')
  await askAll(user, '2026-03-07', '11')
  await frozen(user, 'merchants')
})
