import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { policyDocument } from '../../reports/documents/assumptions.ts'
import { fromCentavos } from '../../src/core/money.ts'
import { DEFAULT_POLICY } from '../../src/core/policy.ts'
import { type Provenance, readManifest } from '../../src/print/files/manifest.ts'
import { digestOf, type FileToPublish, publishFolder } from '../../src/print/files/publish.ts'
import { emptyFolder } from '../empty-folder.ts'

let folder = ''
beforeEach(() => {
  folder = emptyFolder()
})

const provenance = (run: string, instead: Partial<Provenance> = {}): Provenance => ({
  merchant: 'default',
  run: { id: run, job: 'run', at: '2026-03-13T03:30:00.000Z' },
  policy: policyDocument(DEFAULT_POLICY),
  assumptions: [{ setting: 'timeZone', value: 'America/Bogota', meaning: 'zone of the cycle hours' }],
  masked: false,
  versions: { cuadre: '1.2.3', node: '20.20.2' },
  ...instead,
})
const file = (name: string, text: string, madeFrom = digestOf([text])): FileToPublish => ({
  name,
  madeFrom,
  pieces: () => [{ text, rows: text.split('\n').length - 1 }],
})
const unasked = (name: string, text: string): FileToPublish => ({
  ...file(name, text),
  pieces: () => {
    throw new Error('this file need not be made')
  },
})
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const manifest = () => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
const inodes = (): Record<string, number> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino]))

describe('a folder', () => {
  it('is published with a manifest that says of what and by whom', async () => {
    const { paths, written } = await publishFolder(
      folder,
      [file('a.csv', 'x\n1\n'), file('b.csv', 'y\n')],
      provenance('one'),
    )
    expect(paths).toEqual(['a.csv', 'b.csv', 'manifest.json'].map((name) => join(folder, name)))
    expect(written).toEqual(['a.csv', 'b.csv', 'manifest.json'])
    expect(manifest()).toEqual({
      schemaVersion: 1,
      merchant: 'default',
      run: { id: 'one', job: 'run', at: '2026-03-13T03:30:00.000Z' },
      versions: { cuadre: '1.2.3', node: '20.20.2' },
      policy: expect.objectContaining({ adjustments: 'add', toleranceCop: 0, cycles: ['11', '13', '16', '18', '20'] }),
      assumptions: [{ setting: 'timeZone', value: 'America/Bogota', meaning: 'zone of the cycle hours' }],
      files: [
        { name: 'a.csv', madeFrom: digestOf(['x\n1\n']), rows: 2, bytes: 4, sha256: sha256('x\n1\n') },
        { name: 'b.csv', madeFrom: digestOf(['y\n']), rows: 1, bytes: 2, sha256: sha256('y\n') },
      ],
    })
  })

  it('is left alone while nothing changed: no file is made, none written, whatever the run', async () => {
    await publishFolder(folder, [file('a.csv', 'x\n1\n'), file('b.csv', 'y\n')], provenance('one'))
    const before = inodes()
    const again = await publishFolder(folder, [unasked('a.csv', 'x\n1\n'), unasked('b.csv', 'y\n')], provenance('two'))
    expect(again.written).toEqual([])
    expect(again.paths).toHaveLength(3)
    expect(inodes()).toEqual(before)
    expect(manifest().run.id).toBe('one')
  })

  it('has only those files written again that are made from something else', async () => {
    await publishFolder(folder, [file('a.csv', 'x\n'), file('b.csv', 'y\n')], provenance('one'))
    const { written } = await publishFolder(folder, [unasked('a.csv', 'x\n'), file('b.csv', 'z\n')], provenance('two'))
    expect(written).toEqual(['b.csv', 'manifest.json'])
    expect([readFileSync(join(folder, 'b.csv'), 'utf8'), manifest().run.id]).toEqual(['z\n', 'two'])
  })

  it('keeps a file that nobody wants any more while it says the same, and removes it when it would not', async () => {
    await publishFolder(folder, [file('a.csv', 'x\n'), file('b.csv', 'y\n')], provenance('one'))
    const unwanted = (text: string): FileToPublish => ({ ...file('b.csv', text), pieces: null })
    const same = await publishFolder(folder, [file('a.csv', 'x\n'), unwanted('y\n')], provenance('two'))
    expect([same.written, same.entries.map(({ name }) => name)]).toEqual([[], ['a.csv', 'b.csv']])
    const other = await publishFolder(folder, [file('a.csv', 'x\n'), unwanted('z\n')], provenance('three'))
    expect([other.written, readdirSync(folder)]).toEqual([['manifest.json'], ['a.csv', 'manifest.json']])
    expect(manifest().files).toHaveLength(1)
    expect((await publishFolder(folder, [file('a.csv', 'x\n'), unwanted('z\n')], provenance('four'))).written).toEqual(
      [],
    )
  })

  /** A change to the folder, and the files that are written again. */
  const HAPPENED: readonly (readonly [string, () => void, readonly string[]])[] = [
    ['a file was edited', () => writeFileSync(join(folder, 'a.csv'), 'X\n'), ['a.csv', 'manifest.json']],
    ['a file was removed', () => rmSync(join(folder, 'a.csv')), ['a.csv', 'manifest.json']],
    ['the manifest was removed', () => rmSync(join(folder, 'manifest.json')), ['a.csv', 'b.csv', 'manifest.json']],
    [
      'the manifest was cut',
      () => writeFileSync(join(folder, 'manifest.json'), '{"schema'),
      ['a.csv', 'b.csv', 'manifest.json'],
    ],
    ...[
      null,
      [],
      {},
      { schemaVersion: 2 },
      { schemaVersion: 1, versions: { cuadre: '1.2.3' }, files: {} },
      { schemaVersion: 1, versions: { cuadre: '1.2.3' }, files: [{ name: 'a.csv' }] },
      { schemaVersion: 1, versions: null, files: [] },
    ].map(
      (document) =>
        [
          `the manifest became ${JSON.stringify(document)}`,
          () => writeFileSync(join(folder, 'manifest.json'), JSON.stringify(document)),
          ['a.csv', 'b.csv', 'manifest.json'],
        ] as const,
    ),
  ]
  it.each(HAPPENED)('is mended when %s', async (_what, happens, expected) => {
    const files = [file('a.csv', 'x\n'), file('b.csv', 'y\n')]
    await publishFolder(folder, files, provenance('one'))
    happens()
    expect((await publishFolder(folder, files, provenance('two'))).written).toEqual(expected)
    expect([readFileSync(join(folder, 'a.csv'), 'utf8'), readFileSync(join(folder, 'b.csv'), 'utf8')]).toEqual([
      'x\n',
      'y\n',
    ])
    expect((await publishFolder(folder, files, provenance('three'))).written).toEqual([])
  })

  it('is written anew by another version, and its manifest by another policy', async () => {
    const files = [file('a.csv', 'x\n')]
    await publishFolder(folder, files, provenance('one'))
    const policy = policyDocument({ ...DEFAULT_POLICY, tolerance: fromCentavos(50) })
    expect((await publishFolder(folder, files, provenance('two', { policy }))).written).toEqual(['manifest.json'])
    expect(manifest().policy.toleranceCop).toBe(0.5)
    const versions = { cuadre: '2.0.0' }
    expect((await publishFolder(folder, files, provenance('three', { policy, versions }))).written).toEqual([
      'a.csv',
      'manifest.json',
    ])
  })

  it('half done by a killed run is finished by the next', async () => {
    await publishFolder(folder, [file('a.csv', 'x\n'), file('b.csv', 'y\n')], provenance('one'))
    const failing = {
      ...file('b.csv', 'z\n'),
      pieces: () => {
        throw new Error('killed')
      },
    }
    await expect(publishFolder(folder, [file('a.csv', 'z\n'), failing], provenance('two'))).rejects.toThrow('killed')
    expect(await readManifest(folder)).toMatchObject({ files: [{ name: 'a.csv', madeFrom: digestOf(['x\n']) }, {}] })
    const { written } = await publishFolder(folder, [file('a.csv', 'z\n'), file('b.csv', 'z\n')], provenance('three'))
    expect(written).toEqual(['a.csv', 'b.csv', 'manifest.json'])
  })
})

it('a digest of texts tells where one ends and the next begins', () => {
  const digests = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], []].map(digestOf)
  expect(new Set(digests).size).toBe(5)
})

describe('originals and masked copies', () => {
  it.each([
    [false, true, 'holds files that are not masked'],
    [true, false, 'holds masked copies'],
  ])('never lie in one folder: masked %s, then %s', async (first, then, message) => {
    await publishFolder(folder, [file('a.csv', 'x\n')], provenance('one', { masked: first }))
    await expect(
      publishFolder(folder, [file('a.csv', 'y\n')], provenance('two', { masked: then })),
    ).rejects.toMatchObject({ code: 'OUT_MASKED', message: `${folder} ${message}` })
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('x\n')
  })
})
