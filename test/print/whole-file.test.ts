import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { CuadreError } from '../../src/std/errors.ts'
import { temporaryName } from '../../src/std/files/leftover-files.ts'
import { type Piece, sha256Of, writeWhole } from '../../src/std/files/whole-file.ts'
import { writingTo } from '../../src/std/files/writing-to.ts'
import { emptyFolder } from '../empty-folder.ts'

let root = ''
beforeEach(() => {
  root = emptyFolder()
})

const pieces: readonly Piece[] = [
  { text: 'a,b\n', rows: 0 },
  { text: 'ñ,1\n', rows: 1 },
  { text: Buffer.from('z,2\ny,3\n'), rows: 2 },
]
const WHOLE = 'a,b\nñ,1\nz,2\ny,3\n'
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const faultOf = async (work: Promise<unknown>): Promise<CuadreError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof CuadreError) return error
  throw new Error('no fault of publishing', { cause: error })
}

describe('a file', () => {
  it('appears whole, measured, readable by its owner only, in a folder made for it', async () => {
    const folder = join(root, 'out/2026-03-12')
    const measure = await writeWhole(folder, 'ledger.csv', pieces)
    expect(readFileSync(join(folder, 'ledger.csv'), 'utf8')).toBe(WHOLE)
    expect(measure).toEqual({ rows: 3, bytes: 17, sha256: createHash('sha256').update(WHOLE).digest('hex') })
    expect(readdirSync(folder)).toEqual(['ledger.csv'])
    expect([join(folder, 'ledger.csv'), folder, join(root, 'out')].map(modeOf)).toEqual(['600', '700', '700'])
    expect(await sha256Of(join(folder, 'ledger.csv'))).toBe(measure.sha256)
  })

  it('may be empty', async () => {
    expect(await writeWhole(root, 'x', [])).toMatchObject({ rows: 0, bytes: 0 })
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('')
  })

  it('takes the place of the one before, and of a link without following it', async () => {
    writeFileSync(join(root, 'elsewhere'), 'mine')
    symlinkSync(join(root, 'elsewhere'), join(root, 'x'))
    await writeWhole(root, 'x', pieces)
    await writeWhole(root, 'x', [{ text: 'new', rows: 1 }])
    expect([readFileSync(join(root, 'x'), 'utf8'), readFileSync(join(root, 'elsewhere'), 'utf8')]).toEqual([
      'new',
      'mine',
    ])
    expect(modeOf(join(root, 'x'))).toBe('600')
  })

  it('is larger than any buffer on the way', async () => {
    const line = 'x'.repeat(99_999)
    function* many(): Generator<Piece> {
      for (let at = 0; at < 60; at += 1) yield { text: `${line}\n`, rows: 1 }
    }
    expect(await writeWhole(root, 'x', many())).toMatchObject({ rows: 60, bytes: 6_000_000 })
    expect(statSync(join(root, 'x')).size).toBe(6_000_000)
  })

  it('is asked for piece by piece: never more than one ahead of what is written', async () => {
    const ahead: number[] = []
    async function* watched(): AsyncGenerator<Piece> {
      for (let at = 0; at < 30; at += 1) {
        const temporary = readdirSync(root)[0]
        const written = temporary === undefined ? 0 : statSync(join(root, temporary)).size / 100_000
        ahead.push(at - written)
        yield { text: 'x'.repeat(100_000), rows: 1 }
      }
    }
    await writeWhole(root, 'x', watched())
    expect(Math.max(...ahead)).toBeLessThanOrEqual(2)
  })
})

describe('when it cannot be finished', () => {
  beforeEach(() => writeFileSync(join(root, 'x'), 'old'))
  const isUntouched = (): void => {
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('old')
    expect(readdirSync(root)).toEqual(['x'])
  }

  it('because its source fails: the error comes out as it is, the old file stays', async () => {
    const trouble = Object.assign(new Error('the database is damaged'), { code: 'DAMAGED' })
    async function* failing(): AsyncGenerator<Piece> {
      yield { text: 'half', rows: 1 }
      throw trouble
    }
    await expect(writeWhole(root, 'x', failing())).rejects.toBe(trouble)
    isUntouched()
  })

  it('because it is aborted: also between its last piece and its end', async () => {
    const controller = new AbortController()
    const stop = new Error('stop')
    async function* stopping(): AsyncGenerator<Piece> {
      yield { text: 'half', rows: 1 }
      controller.abort(stop)
      yield { text: 'other half', rows: 1 }
    }
    await expect(writeWhole(root, 'x', stopping(), controller.signal)).rejects.toBe(stop)
    isUntouched()
    await expect(writeWhole(root, 'x', [], controller.signal)).rejects.toBe(stop)
    isUntouched()
  })

  it('because its source is left: it is told to end', async () => {
    let ended = false
    async function* source(): AsyncGenerator<Piece> {
      try {
        yield { text: 'a', rows: 1 }
        yield { text: 'b', rows: 1 }
      } finally {
        ended = true
      }
    }
    await expect(writeWhole(root, 'x', source(), AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop')
    expect(ended).toBe(true)
    isUntouched()
  })

  it('because a folder stands in its place', async () => {
    mkdirSync(join(root, 'y/z'), { recursive: true })
    const fault = await faultOf(writeWhole(root, 'y', pieces))
    expect(fault.code).toBe('OUT_NOT_WRITTEN')
    expect(fault.message).toContain(join(root, 'y'))
    expect(readdirSync(root).sort()).toEqual(['x', 'y'])
  })

  it('because a process may write no more: a real limit on the size of files', () => {
    expect(inAProcess('ulimit -f 2000', '')).toMatch(
      /^CuadreError DISK_FULL .*EFBIG.* \| free some space and run again; if there was a file before/,
    )
    isUntouched()
  })

  it('because the folder may not be written', () => {
    chmodSync(root, 0o555)
    onTestFinished(() => chmodSync(root, 0o700))
    const asNobody = 'if (process.getuid?.() === 0) process.setuid(65534)'
    expect(inAProcess('true', asNobody)).toMatch(
      /^CuadreError OUT_READ_ONLY .*EACCES.* \| make the folder writable.*--config /,
    )
    isUntouched()
  })
})

/** Writes 4 MB in a separate process, under limits that this one must not have; returns the error. */
const inAProcess = (limit: string, before: string): string => {
  const scripts = emptyFolder()
  writeFileSync(
    join(scripts, 'big.mjs'),
    `import { writeWhole } from '${new URL('../../dist/src/std/files/whole-file.js', import.meta.url).href}'
    const big = Array.from({ length: 40 }, () => ({ text: 'x'.repeat(100_000), rows: 1 }))
    ${before}
    await writeWhole(process.env.FOLDER, 'x', big).catch((e) => console.log(e.name, e.code, e.message, '|', e.next))`,
  )
  const command = ['-c', `${limit}; exec "$0" "$1"`, process.execPath, join(scripts, 'big.mjs')]
  return spawnSync('sh', command, { env: { ...process.env, FOLDER: root }, encoding: 'utf8' }).stdout
}

describe('the folder', () => {
  it('that is a file, or lies below one, is refused by name', async () => {
    writeFileSync(join(root, 'file'), 'mine')
    for (const folder of [join(root, 'file'), join(root, 'file/2026-03-12')]) {
      const fault = await faultOf(writeWhole(folder, 'x', pieces))
      expect([fault.code, fault.next]).toEqual(['OUT_NOT_A_FOLDER', expect.stringMatching(/--out .*--config /)])
      expect(fault.message).toContain(folder)
    }
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('mine')
  })

  it('that is a link to a folder is used; one that leads nowhere is refused', async () => {
    mkdirSync(join(root, 'real'))
    symlinkSync(join(root, 'real'), join(root, 'link'))
    await writeWhole(join(root, 'link'), 'x', pieces)
    expect(readdirSync(join(root, 'real'))).toEqual(['x'])
    symlinkSync(join(root, 'nowhere'), join(root, 'dangling'))
    expect((await faultOf(writeWhole(join(root, 'dangling'), 'x', pieces))).code).toBe('OUT_NOT_A_FOLDER')
  })

  it.skipIf(!existsSync('/dev/full'))('on a full disk is told as that, in words', async () => {
    const full = await open('/dev/full', 'w')
    onTestFinished(() => full.close())
    const fault = await faultOf(writingTo('out/x.csv', () => full.write('x')))
    expect([fault.code, fault.message]).toEqual([
      'DISK_FULL',
      'out/x.csv could not be written whole: no room is left (ENOSPC)',
    ])
  })
})

describe('what a killed run left', () => {
  const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid
  const left = (name: string): string => {
    writeFileSync(join(root, name), 'half')
    return name
  }

  it('is removed, also when this process has the same id, as in a container', async () => {
    left(`.x.${deadPid()}.0123456789abcdef.tmp`)
    left(`.x.${process.pid}.0123456789abcdef.tmp`)
    left(`.another file.zip.${deadPid()}.0123456789abcdef.tmp`)
    await writeWhole(root, 'x', pieces)
    expect(readdirSync(root)).toEqual(['x'])
  })

  it('is kept for a day where another container may still write it', async () => {
    const ofAnother = `.x.${deadPid()}.89abcdef-0123456789abcdef.tmp`
    left(ofAnother)
    await writeWhole(root, 'x', pieces)
    expect(readdirSync(root).sort()).toEqual([ofAnother, 'x'])
    const yesterday = Date.now() / 1_000 - 86_401
    utimesSync(join(root, ofAnother), yesterday, yesterday)
    await writeWhole(root, 'x', pieces)
    expect(readdirSync(root)).toEqual(['x'])
  })

  it('is removed by its name of now, once its process is gone', async () => {
    left(temporaryName('x').replace(/\d+\.([0-9a-f]{8})-.{8}/, `${deadPid()}.$1-01234567`))
    await writeWhole(root, 'x', pieces)
    expect(readdirSync(root)).toEqual(['x'])
  })

  it('is nothing of a living process, or of a person', async () => {
    const kept = [
      left(`.x.${process.ppid}.0123456789abcdef.tmp`),
      left(`.x.${deadPid()}.0123456789abcdef.txt`),
      left('.x.notes.tmp'),
      left('.x.bak'),
      left('x.tmp'),
    ]
    await writeWhole(root, 'x', pieces)
    expect(readdirSync(root).sort()).toEqual([...kept, 'x'].sort())
  })
})

describe('the digest of what stands there', () => {
  it('is none of what is no regular file', async () => {
    writeFileSync(join(root, 'x'), 'x')
    symlinkSync(join(root, 'x'), join(root, 'link'))
    expect(await Promise.all(['absent', '.', 'link', 'x/y'].map((name) => sha256Of(join(root, name))))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
