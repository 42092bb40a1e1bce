import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkExamination } from '../../jobs/steps/doctor/check-database.ts'
import {
  checkBinding,
  checkFreeSpace,
  checkLocalDisk,
  checkNode,
  checkOutput,
  checkTimeZone,
} from '../../jobs/steps/doctor/check-node.ts'
import { checkPrivateFile } from '../../jobs/steps/doctor/check-settings.ts'
import {
  checkClock,
  checkMissingService,
  checkService,
  type RefusedProbe,
  type ServiceProbe,
} from '../../jobs/steps/doctor/probe-service.ts'
import type { DoctorCheck } from '../../reports/documents/diagnosis.ts'
import { inBoth } from '../../src/std/both.ts'
import { emptyFolder } from '../empty-folder.ts'

const MINUTE = 60_000
const MIB = 1024 * 1024
const GIB = 1024 * MIB
const told = ({ state, exitCode }: DoctorCheck): string => (state === 'failed' ? `failed ${exitCode}` : state)

/** A folder on a read-only disk, since root may write everywhere else; null when there is none. */
const readOnlyFolder = (): string | null => {
  const folder = emptyFolder()
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o555)
    onTestFinished(() => chmodSync(folder, 0o755))
    return folder
  }
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'none', folder]).status !== 0) return null
  onTestFinished(() => void spawnSync('umount', [folder]))
  return folder
}

describe('what the doctor looks at on this machine', () => {
  it.each([
    ['20.19.0', 'ok'],
    ['20.18.3', 'failed 1'],
    ['18.20.4', 'failed 1'],
    ['21.0.0', 'ok'],
    ['26.1.0', 'ok'],
  ])('Node %s: %s', (version, expected) => {
    expect(told(checkNode(version))).toBe(expected)
  })

  it('a binding that cannot be loaded, with the command that builds it', async () => {
    expect(await checkBinding(async () => '3.53.2')).toMatchObject({
      state: 'ok',
      message: expect.objectContaining({ en: expect.stringContaining('3.53.2') }),
    })
    const look = await checkBinding(async () => {
      throw new Error('was compiled against a different Node.js version\nsecond line')
    })
    expect(look).toMatchObject({
      state: 'failed',
      exitCode: 2,
      fix: expect.objectContaining({ en: expect.stringMatching(/npm (rebuild|install).* better-sqlite3/) }),
    })
    expect(look.message.en).not.toContain('\n')
  })

  const HOURS: Readonly<Record<string, number>> = { 'America/Bogota': -5, 'Europe/Madrid': 1 }
  const right = (zone: string, at: number): number =>
    (zone === 'America/Bogota' && at < Date.parse('1993-01-01') ? -4 : (HOURS[zone] ?? 0)) * 60 * MINUTE
  it.each<readonly [string, string, typeof right, string]>([
    ['as it is', 'America/Bogota', right, 'ok'],
    ['of another zone', 'Europe/Madrid', right, 'warning'],
    ['all UTC', 'America/Bogota', () => 0, 'failed 1'],
    ['without history', 'America/Bogota', () => -5 * 60 * MINUTE, 'failed 1'],
    [
      'missing',
      'America/Bogota',
      () => {
        throw new RangeError('no such zone')
      },
      'failed 1',
    ],
  ])('time zone data %s', (_what, zone, offsetAt, expected) => {
    expect(told(checkTimeZone(zone, offsetAt))).toBe(expected)
  })

  it.each([
    ['ext4', 0xef53, 'ok'],
    ['xfs', 0x58465342, 'ok'],
    ['tmpfs', 0x01021994, 'ok'],
    ['overlay', 0x794c7630, 'ok'],
    ['NFS', 0x6969, 'warning'],
    ['CIFS', 0xff534d42, 'warning'],
    ['CIFS, as a signed number', 0xff534d42 | 0, 'warning'],
    ['9P', 0x01021997, 'warning'],
    ['FUSE', 0x65735546, 'warning'],
  ])('a database on %s', (_name, type, expected) => {
    expect(told(checkLocalDisk('/var/lib/cuadre', type))).toBe(expected)
  })

  it.each([
    [10 * GIB, 0, 'ok'],
    [GIB, 0, 'ok'],
    [GIB - 1, 0, 'warning'],
    [10 * GIB, 6 * GIB, 'warning'],
    [64 * MIB, 0, 'warning'],
    [64 * MIB - 1, 0, 'failed 6'],
  ])('%d bytes free beside a database of %d', (free, size, expected) => {
    expect(told(checkFreeSpace('/var/lib/cuadre', free, size))).toBe(expected)
  })

  it.each([
    [0o100600, 'ok'],
    [0o100400, 'ok'],
    [0o100640, 'warning'],
    [0o100644, 'warning'],
    [0o100602, 'warning'],
    [null, 'ok'],
  ])('an env file of mode %o', (mode, expected) => {
    const look = checkPrivateFile({ path: "/srv/it's here/cuadre.env", what: inBoth('env file'), mode })
    expect(told(look)).toBe(expected)
    if (expected !== 'ok') expect(look.fix?.en).toBe(`chmod 600 '/srv/it'\\''s here/cuadre.env'`)
  })

  it('a folder of the reports that is there, is not there, or has a file in its place', () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(told(checkOutput(folder))).toBe('ok')
    expect(checkOutput(join(folder, 'a/b'))).toMatchObject({
      state: 'ok',
      message: expect.objectContaining({ en: expect.stringContaining('will be made') }),
    })
    expect(told(checkOutput(join(folder, 'file')))).toBe('failed 6')
    expect(checkOutput(join(folder, 'file/below'))).toMatchObject({
      state: 'failed',
      fix: expect.objectContaining({ en: expect.stringMatching(/^mv /) }),
    })
  })

  it('a folder that this user may not write', ({ skip }) => {
    const folder = readOnlyFolder()
    if (folder === null) return skip('no folder that cannot be written can be had here')
    expect(checkOutput(join(folder, 'out'))).toMatchObject({ state: 'failed', exitCode: 6 })
  })

  it('pages and answers of the database', () => {
    const fine = { bytes: 1, faults: [], bodies: 5, bodiesRead: 5, bodiesWrong: 0 }
    const looks = (found: object) => checkExamination('/db', { ...fine, ...found }).map(([, look]) => told(look))
    expect(looks({})).toEqual(['ok', 'ok'])
    expect(looks({ faults: ['wrong # of entries in index'] })).toEqual(['failed 6', 'ok'])
    expect(looks({ bodiesWrong: 1 })).toEqual(['ok', 'failed 6'])
  })
})

describe('what the doctor makes of the service', () => {
  const refused = (status: number | null, code: string): RefusedProbe => ({
    status,
    code,
    message: inBoth(`it said ${status}`),
    next: inBoth('ask'),
  })
  const well: ServiceProbe = { settlement: 'absent', list: 'listed', skewMs: 0 }
  const silent = refused(null, 'UNREACHABLE')
  const rejected = refused(401, 'CREDENTIALS_REJECTED')
  const looks = (
    asked: Partial<ServiceProbe>,
    baseUrl = 'https://service.example/v1',
    absentStatuses = [404],
  ): string[] =>
    checkService(
      { ...well, ...asked },
      { baseUrl, apiKey: 'a-key', absentStatuses, clock: null, keyPlaces: { apiKey: 'CASA_KEY', integrityKey: '' } },
      null,
    ).map(([check, look]) => `${check} ${told(look)}`)

  it.each<readonly [string, Partial<ServiceProbe>, readonly string[]]>([
    ['all is well', {}, ['service ok', 'clock ok', 'key ok', 'absent ok']],
    ['it cannot be reached', { settlement: silent, list: null, skewMs: null }, ['service failed 5']],
    ['it falls silent at the second question', { list: silent }, ['service failed 5']],
    ['it rejects the key', { settlement: rejected, list: rejected }, ['service ok', 'clock ok', 'key failed 4']],
    [
      'it rejects the key for lists only',
      { list: refused(403, 'CREDENTIALS_REJECTED') },
      ['service ok', 'clock ok', 'key failed 4'],
    ],
    [
      'it answers 400',
      { settlement: refused(400, 'HTTP_STATUS') },
      ['service ok', 'clock ok', 'key ok', 'absent warning'],
    ],
    [
      'it answers 404 in HTML',
      { settlement: refused(404, 'HTTP_STATUS') },
      ['service ok', 'clock ok', 'key ok', 'absent failed 5'],
    ],
    [
      'it answers 500',
      { settlement: refused(500, 'HTTP_STATUS') },
      ['service ok', 'clock ok', 'key ok', 'absent failed 5'],
    ],
    [
      'it lists nothing but faults',
      { list: refused(500, 'HTTP_STATUS') },
      ['service ok', 'clock ok', 'key failed 5', 'absent ok'],
    ],
    ['it makes settlements up', { settlement: 'present' }, ['service ok', 'clock ok', 'key ok', 'absent warning']],
    ['its clock is off', { skewMs: -11 * MINUTE }, ['service ok', 'clock failed 5', 'key ok', 'absent ok']],
  ])('when %s', (_what, asked, expected) => {
    expect(looks(asked)).toEqual(expected)
  })

  it('proposes absentStatuses for what the service says instead of 404', () => {
    const [, , , absent] = checkService(
      { ...well, settlement: refused(422, 'HTTP_STATUS') },
      {
        baseUrl: 'https://service.example/v1',
        apiKey: 'a-key',
        absentStatuses: [404],
        clock: null,
        keyPlaces: { apiKey: '', integrityKey: '' },
      },
      null,
    )
    expect(absent?.[1].fix?.en).toContain('"absentStatuses": [404,422]')
  })

  it.each<readonly [string | null, string | null, string, string | null, readonly string[]]>([
    [null, null, 'CUADRE_API_KEY', null, ['service', 'put the key into CUADRE_API_KEY']],
    ['https://x', null, 'CASA_KEY', '/srv/cuadre.env', ['put the key into /srv/cuadre.env, in the line CASA_KEY=']],
    [
      'https://x',
      null,
      'apiKeyFile of merchant casa',
      '/srv/cuadre.env',
      ['put the key into apiKeyFile of merchant casa'],
    ],
    ['https://x', 'a-key', 'CASA_KEY', null, []],
  ])('tells what is missing of %s and %s', (baseUrl, apiKey, place, envFile, expected) => {
    const missing = checkMissingService({ baseUrl, apiKey, keyPlaces: { apiKey: place, integrityKey: '' } }, envFile)
    expect(missing.map(([check, look]) => (check === 'service' ? check : look.fix?.en))).toEqual(expected)
  })

  it.each([
    ['https://service.example/v1', 'service ok'],
    ['http://127.0.0.1:8080/v1', 'service ok'],
    ['http://localhost/v1', 'service ok'],
    ['http://service.example/v1', 'service warning'],
    ['https://service.example', 'service warning'],
  ])('at %s', (baseUrl, expected) => {
    expect(looks({}, baseUrl)[0]).toBe(expected)
  })

  it.each([
    [null, 'warning'],
    [0, 'ok'],
    [59_000, 'ok'],
    [-60_000, 'warning'],
    [10 * MINUTE, 'warning'],
    [10 * MINUTE + 1, 'failed 5'],
    [-3 * 24 * 60 * MINUTE, 'failed 5'],
  ])('a clock that is %d ms off', (skewMs, expected) => {
    expect(told(checkClock(skewMs, null))).toBe(expected)
  })
})
