import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { DEMO_WEEK, startSandbox } from '../../src/sandbox/index.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type } from './terminal.ts'

/** The spreadsheet program of Debian; without it the test is skipped. */
const SOFFICE = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((path) => existsSync(path))

const IN_COLOMBIA = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>es-CO</value></prop></item>
</oor:items>`

/** Opens the sheet as in Colombia and saves it: semicolons, Windows-1252, dates and sums in the local form. */
const savedAgain = async (soffice: string, folder: string, name: string): Promise<void> => {
  const profile = join(folder, 'profile')
  mkdirSync(join(profile, 'user'), { recursive: true })
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), IN_COLOMBIA)
  await promisify(execFile)(soffice, [
    '--headless',
    `-env:UserInstallation=file://${profile}`,
    '--infilter=CSV:59,34,76,1,,9226,false,true',
    '--convert-to',
    'csv:Text - txt - csv (StarCalc):59,34,1,1,,9226,false,true,false',
    '--outdir',
    join(folder, 'saved'),
    join(folder, name),
  ])
}

it.skipIf(SOFFICE === undefined)('a sheet that a spreadsheet in Spanish saved again is read back', async () => {
  const service = await startSandbox({ scenario: 'demo-week', assumptions: { dateHeader: 'sandbox' } })
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'cuadre.config.json'), '{ "csvProfile": "excel-co" }')
  let runs = 0
  const io = {
    cwd,
    env: { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: service.apiKey, CUADRE_LOG: 'off' },
    now: () => Date.parse(DEMO_WEEK.clock),
    newRunId: () => `run-${++runs}`,
  }
  await type('run --from 2026-03-09 --to 2026-03-12', io)
  await service.close()
  const { out } = await type('discrepancies list --csv', io)
  const filled = out.replaceAll(/;;;;\r$/gm, ';aceptar;acordado con Peña, señor;;31/12/2026\r')
  writeFileSync(join(cwd, 'open.csv'), filled)
  await savedAgain(SOFFICE ?? '', cwd, 'open.csv')
  const saved = readFileSync(join(cwd, 'saved/open.csv'))
  expect(saved.includes(Buffer.from('Peña, señor;;31/12/2026', 'latin1'))).toBe(true)
  const imported = await type('discrepancies import saved/open.csv', io)
  expect([imported.status, imported.err]).toEqual([0, ''])
  const open = JSON.parse((await type('discrepancies list --json', io)).out).discrepancies
  const told = new Set(
    open.map(({ state, history }: Told) => `${state} ${history.at(-1)?.reason} ${history.at(-1)?.until}`),
  )
  expect([open.length > 10, [...told]]).toEqual([true, ['accepted acordado con Peña, señor 2026-12-31']])
})

interface Told {
  readonly state: string
  readonly history: readonly { readonly reason: string; readonly until: string }[]
}
