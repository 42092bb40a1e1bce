import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type SchedulerKind, scheduleFiles } from '../../reports/schedules/schedule-files.ts'
import type { ScheduleSettings } from '../../reports/schedules/schedule-settings.ts'
import { DEFAULT_POLICY } from '../../src/core/policy.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { at } from '../core/a.ts'
import { withoutRepeats } from './short-text.ts'

const PLAIN: ScheduleSettings = {
  jobFiles: '/srv/cuadre/data/cuadre.db',
  folders: ['/srv/cuadre/data', '/srv/cuadre/out'],
  configFile: null,
  flags: [],
  baseUrl: 'https://pagos.example/v1',
  keys: { variables: ['CUADRE_API_KEY'], files: [] },
  policy: DEFAULT_POLICY,
  merchants: null,
  schedule: {
    runAt: ['30 13 * * *', '30 15 * * *', '0,30 20 * * 1-5'],
    sweepAt: ['15 3 * * 0,6'],
    backupAt: ['45 3 1-7 * 1-5'],
  },
}

/** Names that a shell, a unit file and YAML each quote differently; no address, a settings file, and no sweep. */
const ODD: ScheduleSettings = {
  ...PLAIN,
  jobFiles: "/srv/it's 100% €/my settings",
  folders: ["/srv/it's 100% €", '/srv/torre'],
  configFile: '/etc/cuadre/my settings.json',
  flags: ['--base-url=https://otra.example/v1'],
  baseUrl: null,
  keys: { variables: ['CASA_KEY', 'TORRE_KEY'], files: ['calle.key', "la 10's.key"] },
  merchants: { parts: 4, haveOwnDatabases: true },
  schedule: { runAt: ['5 4 * * *'], sweepAt: [], backupAt: ['*/7 3 * * *'] },
}

const SHARED: ScheduleSettings = {
  ...ODD,
  keys: { variables: [], files: [] },
  merchants: { parts: 1, haveOwnDatabases: false },
}

/** Times that cannot be converted to UTC for GitHub. */
const OF_DAYS: ScheduleSettings = { ...PLAIN, schedule: { ...PLAIN.schedule, sweepAt: ['15 3 1-7 * *'] } }

const filesOf = (kind: SchedulerKind, filling: ScheduleSettings, user: string | null): string =>
  scheduleFiles(
    kind,
    filling,
    { node: '/usr/bin/node', program: '/opt/cuadre/main.js', folder: '/srv/cuadre', version: '1.2.3', user },
    zoneByName('America/Bogota'),
    at('2026-03-12T15:00:00Z'),
  )
    .map(({ name, text }) => `=== ${name}\n${text}`)
    .join('\n')

test.each(['cron', 'systemd', 'github', 'docker', 'kubernetes'] as const)('the files for %s', async (kind) => {
  const texts = [filesOf(kind, PLAIN, 'ana'), filesOf(kind, ODD, null), filesOf(kind, SHARED, 'ana')]
  await expect(withoutRepeats(texts.join('\n'))).toMatchFileSnapshot(
    join(import.meta.dirname, '../expected/reports', `schedule-${kind}.txt`),
  )
})

test('a sweep whose times a person has to write is no job of the workflow', () => {
  const text = filesOf('github', OF_DAYS, null)
  expect(text).toContain('# sweep: "15 3 1-7 * *" in America/Bogota: write it by hand, in UTC')
  const isSweep = (of: string): string | undefined => /IS_SWEEP: \$\{\{ (.*?) \}\}/.exec(of)?.[1]
  expect([isSweep(text), isSweep(filesOf('github', ODD, null))]).toEqual(['false', 'false'])
})
