import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'

const MODULE = pathToFileURL(join(import.meta.dirname, '../../dist/src/std/files/whole-file.js')).href
const CALLS = 'fsync,fdatasync,rename,renameat,renameat2'
const NO_STRACE = spawnSync('strace', ['-V']).status !== 0

/** The calls by which a script makes files in `folder` last, in order, as strace sees them. */
const callsOf = (folder: string, script: string): readonly string[] => {
  const log = join(folder, '..', 'calls.log')
  const program = ['--input-type=module', '-e', `import * as files from '${MODULE}'; ${script}`]
  const words = ['-f', '-y', '-e', `trace=${CALLS}`, '-o', log, process.execPath, ...program]
  const { status, stderr } = spawnSync('strace', words, { env: { ...process.env, FOLDER: folder }, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, flushed = ''] = /f(?:data)?sync\(\d+<(.*?)>/.exec(line) ?? []
      const [, from = '', to = ''] = /rename\w*\(.*?"(.*?)".*?"(.*?)"/.exec(line) ?? []
      if (flushed !== '') return flushed === folder ? 'flush the folder' : `flush ${nameIn(flushed)}`
      return from === '' ? [] : `move ${nameIn(from)} to ${nameIn(to)}`
    })
}

/** Names of temporary files differ: `.a.csv.123.tmp` is `a.csv.tmp` here. */
const nameIn = (path: string): string => (path.split('/').at(-1) ?? '').replace(/^\.(\w+\.\w+)\..*\.tmp$/, '$1.tmp')

describe.skipIf(NO_STRACE)(NO_STRACE ? 'strace is not installed' : 'a file that lasts through a power cut', () => {
  test.each([
    [
      'written whole: flushed before it takes its place, and its folder after that',
      "await files.writeWhole(process.env.FOLDER, 'a.csv', [{ text: 'a', rows: 1 }])",
      ['flush a.csv.tmp', 'move a.csv.tmp to a.csv', 'flush the folder'],
    ],
    [
      'staged: flushed at once, and moved when it is published',
      `const staged = await files.stageFile(process.env.FOLDER, 'a.csv', [{ text: 'a', rows: 1 }])
       await files.writeWhole(process.env.FOLDER, 'b.csv', [{ text: 'b', rows: 1 }])
       await staged.publish()`,
      [
        'flush a.csv.tmp',
        'flush b.csv.tmp',
        'move b.csv.tmp to b.csv',
        'flush the folder',
        'move a.csv.tmp to a.csv',
        'flush the folder',
      ],
    ],
    [
      'new in a new folder: flushed',
      "await files.writeNew(process.env.FOLDER + '/a.csv', [{ text: 'a', rows: 1 }])",
      ['flush a.csv'],
    ],
  ])('%s', (_, script, expected) => {
    const folder = join(emptyFolder(), 'files')
    mkdirSync(folder)
    expect(callsOf(folder, script)).toEqual(expected)
  })
})
