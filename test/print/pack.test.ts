import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { provePack } from '../../src/print/pack/proof.ts'
import { type PackFile, writePack } from '../../src/print/pack/write.ts'
import { emptyFolder } from '../empty-folder.ts'

const ABOUT = {
  merchant: 'default',
  date: '2026-03-12',
  cycle: '11',
  madeAt: '2026-03-13T03:30:00.000Z',
  masked: false,
}
const never = new AbortController().signal

async function* threeFiles(): AsyncGenerator<PackFile> {
  yield { name: 'a.csv', pieces: [{ text: 'x\n1\n', rows: 1 }] }
  yield { name: 'answers/pull-1/page-00001.json', pieces: [{ text: Buffer.from('{"items":[]}'), rows: 0 }] }
  yield { name: 'answers/pull-1/page-00002.json', pieces: [{ text: '{}', rows: 0 }] }
}

const make = async (name = 'pack') => {
  const path = join(emptyFolder(), name)
  return { path, ...(await writePack(path, threeFiles(), ABOUT, never)) }
}
const prove = (path: string, digest: string | null = null) => provePack(path, digest, never)
const filesOf = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(path, name)).isFile())
    .sort()

describe.each(['pack', 'pack.zip'])('a pack, %s', (name) => {
  it('is proven whole by the digest of its manifest, and nothing by another', async () => {
    const { path, manifestSha256, files } = await make(name)
    expect(files).toBe(5)
    expect(await prove(path, manifestSha256)).toMatchObject({ manifestSha256, about: ABOUT, files: 3, problems: [] })
    expect((await prove(path)).problems).toEqual([])
    expect((await prove(path, '0'.repeat(64))).problems).toMatchObject([{ file: 'manifest.json', what: 'altered' }])
  })

  it('is the same bytes whenever it is made of the same', async () => {
    const [one, other] = [await make(name), await make(name)]
    expect(one.manifestSha256).toBe(other.manifestSha256)
    if (name.endsWith('.zip')) expect(readFileSync(one.path).equals(readFileSync(other.path))).toBe(true)
  })

  it('belongs to its owner alone', async () => {
    const { path } = await make(name)
    expect(statSync(path).mode & 0o077).toBe(0)
    if (name === 'pack') for (const file of filesOf(path)) expect(statSync(join(path, file)).mode & 0o077).toBe(0)
  })

  it('that cannot be made whole leaves nothing', async () => {
    const folder = emptyFolder()
    const failing = async function* (): AsyncGenerator<PackFile> {
      yield* threeFiles()
      throw new Error('the database is damaged')
    }
    await expect(writePack(join(folder, name), failing(), ABOUT, never)).rejects.toThrow('the database is damaged')
    expect(readdirSync(folder)).toEqual([])
  })

  it('whose making is stopped leaves nothing', async () => {
    const folder = emptyFolder()
    const stop = new AbortController()
    const stopped = async function* (): AsyncGenerator<PackFile> {
      yield* threeFiles()
      stop.abort(new Error('stopped'))
      yield { name: 'b.csv', pieces: [{ text: 'x', rows: 1 }] }
    }
    await expect(writePack(join(folder, name), stopped(), ABOUT, stop.signal)).rejects.toThrow('stopped')
    expect(readdirSync(folder)).toEqual([])
  })
})

it('sha256sum agrees with the list of a pack, and with the number of its manifest', async () => {
  const { path, manifestSha256 } = await make()
  const said = execFileSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: path, encoding: 'utf8' })
  expect(said.trim().split('\n')).toHaveLength(4)
  const sum = execFileSync('sha256sum', ['manifest.json'], { cwd: path, encoding: 'utf8' })
  expect(sum).toBe(`${manifestSha256}  manifest.json\n`)
})

test('one flipped bit anywhere is named', async () => {
  const { path, manifestSha256 } = await make()
  for (const file of filesOf(path)) {
    const bytes = readFileSync(join(path, file))
    const places = [...new Set([0, 1, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2), bytes.length - 1])]
    for (const place of places)
      for (const bit of [0, 3, 7]) {
        const flipped = Buffer.from(bytes)
        flipped[place] = (flipped[place] ?? 0) ^ (1 << bit)
        writeFileSync(join(path, file), flipped)
        const named = (await prove(path, manifestSha256)).problems.map((one) => one.file)
        expect(named, `bit ${bit} of byte ${place} of ${file}`).toContain(file)
        expect((await prove(path)).problems, `without the digest, ${file}`).not.toEqual([])
      }
    writeFileSync(join(path, file), bytes)
  }
  expect((await prove(path, manifestSha256)).problems).toEqual([])
})

test('a flipped bit in a zip is named, or has changed no file', async () => {
  const { path, manifestSha256 } = await make('pack.zip')
  const bytes = readFileSync(path)
  let named = 0
  for (let place = 0; place < bytes.length; place += 3) {
    const flipped = Buffer.from(bytes)
    flipped[place] = (flipped[place] ?? 0) ^ (1 << (place % 8))
    writeFileSync(path, flipped)
    const problems = await prove(path, manifestSha256).then(
      (proof) => proof.problems.length,
      (error: { code: string }) => {
        expect(error.code).toBe('PACK_DAMAGED')
        return 1
      },
    )
    if (problems > 0) named += 1
  }
  expect(named).toBeGreaterThan(bytes.length / 3 / 2)
})

describe('damage is told by name', () => {
  const PAGE = 'answers/pull-1/page-00001.json'
  type Damage = (path: string) => void
  const ROWS: readonly (readonly [
    why: string,
    damage: Damage,
    problems: readonly (readonly [string, string, RegExp])[],
  ])[] = [
    [
      'the manifest is blanks without end',
      (path) => writeFileSync(join(path, 'manifest.json'), Buffer.alloc(17 * 1024 * 1024, ' ')),
      [['manifest.json', 'altered', /larger than 16 MiB/]],
    ],
    [
      'the sums are without end',
      (path) => writeFileSync(join(path, 'SHA256SUMS'), Buffer.alloc(17 * 1024 * 1024, ' ')),
      [['SHA256SUMS', 'altered', /larger than 16 MiB/]],
    ],
    ['a file is gone', (path) => rmSync(join(path, PAGE)), [[PAGE, 'missing', /manifest.json names it/]]],
    ['a file is longer', (path) => appendFileSync(join(path, PAGE), ' '), [[PAGE, 'altered', /13 bytes, and not 12/]]],
    ['a file is cut', (path) => truncateSync(join(path, PAGE), 3), [[PAGE, 'altered', /3 bytes, and not 12/]]],
    [
      'a file is another',
      (path) => writeFileSync(join(path, 'a.csv'), 'x\n2\n'),
      [['a.csv', 'altered', /its SHA-256 is/]],
    ],
    [
      'a file was added',
      (path) => writeFileSync(join(path, 'answers/note.txt'), ''),
      [['answers/note.txt', 'added', /does not name it/]],
    ],
    ['a folder was added', (path) => mkdirSync(join(path, 'empty')), [['empty', 'added', /a folder/]]],
    [
      'a file was renamed',
      (path) => renameSync(join(path, 'a.csv'), join(path, 'A.csv')),
      [
        ['A.csv', 'added', /does not name it/],
        ['a.csv', 'missing', /names it/],
      ],
    ],
    [
      'a file is a link to the same bytes elsewhere',
      (path) => {
        renameSync(join(path, 'a.csv'), `${path}-elsewhere`)
        symlinkSync(`${path}-elsewhere`, join(path, 'a.csv'))
      },
      [['a.csv', 'altered', /symbolic link/]],
    ],
    [
      'a folder is a link',
      (path) => {
        renameSync(join(path, 'answers'), `${path}-elsewhere`)
        symlinkSync(`${path}-elsewhere`, join(path, 'answers'))
      },
      [
        ['answers', 'added', /symbolic link/],
        [PAGE, 'missing', /names it/],
        ['answers/pull-1/page-00002.json', 'missing', /names it/],
      ],
    ],
    ['a link was added', (path) => symlinkSync('/etc', join(path, 'etc')), [['etc', 'added', /symbolic link/]]],
    [
      'a file is a folder',
      (path) => {
        rmSync(join(path, 'a.csv'))
        mkdirSync(join(path, 'a.csv'))
      },
      [['a.csv', 'altered', /a folder/]],
    ],
    [
      'a file is a pipe that nobody writes to',
      (path) => {
        rmSync(join(path, 'a.csv'))
        execFileSync('mkfifo', [join(path, 'a.csv')])
      },
      [['a.csv', 'altered', /not a regular file/]],
    ],
    [
      'the manifest is gone',
      (path) => rmSync(join(path, 'manifest.json')),
      [['manifest.json', 'missing', /nothing can be proven/]],
    ],
    [
      'the sums are gone',
      (path) => rmSync(join(path, 'SHA256SUMS')),
      [['SHA256SUMS', 'missing', /nothing can be proven/]],
    ],
    [
      'the sums say something else',
      (path) => writeFileSync(join(path, 'SHA256SUMS'), ''),
      [['SHA256SUMS', 'altered', /does not say what manifest.json says/]],
    ],
  ]
  test.each(ROWS)('%s', async (_, damage, problems) => {
    const { path, manifestSha256 } = await make()
    damage(path)
    const proof = await prove(path, manifestSha256)
    expect(proof.problems.map(({ file, what }) => [file, what])).toEqual(problems.map(([file, what]) => [file, what]))
    for (const [at, [, , why]] of problems.entries()) expect(proof.problems[at]?.why.en).toMatch(why)
    rmSync(`${path}-elsewhere`, { recursive: true, force: true })
  })

  it('and no further than somebody would look', async () => {
    const { path } = await make()
    for (let at = 0; at < 1100; at += 1) writeFileSync(join(path, `${at}.txt`), '')
    const { problems, more } = await prove(path)
    expect([problems.length, more]).toEqual([1000, true])
  })
})

describe('a manifest that somebody wrote', () => {
  const edited = async (edit: (manifest: Record<string, unknown>) => unknown) => {
    const { path } = await make()
    const file = join(path, 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    const text = edit(manifest)
    writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text ?? manifest))
    return { path, proof: await prove(path) }
  }
  const entry = (name: string) => ({ name, bytes: 4, sha256: 'a'.repeat(64) })
  test.each<readonly [string, (manifest: Record<string, unknown>) => unknown, RegExp]>([
    [
      'leads out of the pack',
      (m) => ({ ...m, files: [entry('../secret')] }),
      /names a file that no pack has: "..\/secret"/,
    ],
    ['names an absolute path', (m) => ({ ...m, files: [entry('/etc/passwd')] }), /no pack has/],
    ['goes up in the middle', (m) => ({ ...m, files: [entry('a/../../b')] }), /no pack has/],
    ['names a path of Windows', (m) => ({ ...m, files: [entry('a\\b')] }), /no pack has/],
    ['names itself', (m) => ({ ...m, files: [entry('manifest.json')] }), /no pack has/],
    ['names a file twice', (m) => ({ ...m, files: [entry('a.csv'), entry('a.csv')] }), /names a.csv twice/],
    [
      'has a digest that is none',
      (m) => ({ ...m, files: [{ ...entry('a'), sha256: 'x' }] }),
      /list of files cannot be read/,
    ],
    [
      'has a size that is none',
      (m) => ({ ...m, files: [{ ...entry('a'), bytes: -1 }] }),
      /list of files cannot be read/,
    ],
    ['has no files', (m) => ({ ...m, files: null }), /list of files cannot be read/],
    ['is of no slot', (m) => ({ ...m, date: 5 }), /does not say what it is of/],
    ['is of another tool', (m) => ({ ...m, kind: 'x' }), /not that of a cuadre pack/],
    ['is of another time', (m) => ({ ...m, schemaVersion: 2 }), /not that of a cuadre pack/],
    ['is a list', () => '[]', /not a JSON object/],
    ['is nested without end', () => '['.repeat(1_000_000), /not a JSON object/],
    ['is not text', () => '\u0000\uFFFF', /not a JSON object/],
    ['is empty', () => '', /not a JSON object/],
  ])('%s: is not believed', async (_, edit, why) => {
    const { proof } = await edited(edit)
    expect(proof.problems).toMatchObject([
      { file: 'manifest.json', what: 'altered', why: { en: expect.stringMatching(why) } },
    ])
  })

  it('names another digest for a file that was altered with it: the sums betray it', async () => {
    const { proof } = await edited((m) => ({ ...m, merchant: 'other' }))
    expect(proof.problems).toMatchObject([
      { file: 'manifest.json', why: { en: expect.stringContaining('one of the two') } },
    ])
  })

  it('is far too large to be one', async () => {
    const { path } = await make()
    truncateSync(join(path, 'manifest.json'), 300 * 1024 * 1024)
    expect((await prove(path)).problems).toMatchObject([
      { file: 'manifest.json', why: { en: expect.stringContaining('larger than 16 MiB') } },
    ])
  })

  it('agrees with sums that were written anew: only the digest tells', async () => {
    const { path, manifestSha256 } = await make()
    const forged = `${path}-forged`
    async function* forgery(): AsyncGenerator<PackFile> {
      yield { name: 'a.csv', pieces: [{ text: 'forged', rows: 0 }] }
    }
    await writePack(forged, forgery(), ABOUT, never)
    expect((await prove(forged)).problems).toEqual([])
    expect((await prove(forged, manifestSha256)).problems).toMatchObject([{ file: 'manifest.json', what: 'altered' }])
    rmSync(forged, { recursive: true })
  })
})

describe('a place that is taken', () => {
  test.each<readonly [string, string, (path: string) => void, RegExp]>([
    [
      'a folder with something in it',
      'p',
      (path) => {
        mkdirSync(path)
        writeFileSync(join(path, '.x'), '')
      },
      /is not empty/,
    ],
    ['a file', 'p', (path) => writeFileSync(path, ''), /is not a folder/],
    ['a link that leads nowhere', 'p', (path) => symlinkSync('/nonexistent', path), /is not a folder/],
    ['a zip', 'p.zip', (path) => writeFileSync(path, ''), /already exists/],
    ['a folder with the name of a zip', 'p.ZIP', (path) => mkdirSync(path), /already exists/],
  ])('%s: is refused and left alone', async (_, name, take, message) => {
    const path = join(emptyFolder(), name)
    take(path)
    await expect(writePack(path, threeFiles(), ABOUT, never)).rejects.toMatchObject({
      code: 'PACK_TARGET_TAKEN',
      message: expect.stringMatching(message),
    })
  })

  it('an empty folder is used', async () => {
    const path = join(emptyFolder(), 'p')
    mkdirSync(path)
    const { ino } = statSync(path)
    const { manifestSha256 } = await writePack(path, threeFiles(), ABOUT, never)
    expect((await prove(path, manifestSha256)).problems).toEqual([])
    expect(statSync(path).ino).toBe(ino)
  })
})

describe('what a killed process left of a pack', () => {
  const hiddenName = (): string => `.p.${spawnSync(process.execPath, ['-e', '']).pid}.0123456789abcdef.tmp`
  const again = async (path: string): Promise<readonly string[]> => {
    const { manifestSha256 } = await writePack(path, threeFiles(), ABOUT, never)
    expect((await prove(path, manifestSha256)).problems).toEqual([])
    return readdirSync(join(path, '..'))
  }

  it('while it wrote a folder of its own: the folder is not there, and the rest is removed', async () => {
    const home = emptyFolder()
    mkdirSync(join(home, hiddenName(), 'answers'), { recursive: true })
    expect(await again(join(home, 'p'))).toEqual(['p'])
  })

  it.each([
    ['while it wrote', []],
    ['while it moved the first files', ['SHA256SUMS']],
    ['before it moved the manifest', ['SHA256SUMS', 'a.csv', 'answers']],
  ])('in a folder that was there, %s: is removed', async (_, moved) => {
    const path = join(emptyFolder(), 'p')
    const hidden = join(path, hiddenName())
    mkdirSync(path)
    renameSync((await make()).path, hidden)
    for (const name of moved) renameSync(join(hidden, name), join(path, name))
    expect(await again(path)).toEqual(['p'])
  })

  it('never what somebody else put into the folder', async () => {
    const path = join(emptyFolder(), 'p')
    mkdirSync(path)
    renameSync((await make()).path, join(path, hiddenName()))
    writeFileSync(join(path, 'notes'), 'mine')
    await expect(writePack(path, threeFiles(), ABOUT, never)).rejects.toMatchObject({ code: 'PACK_TARGET_TAKEN' })
    expect(readdirSync(path)).toEqual(['notes'])
  })
})

describe('a pack with more files than its reader takes', () => {
  const withFact = (letters: number) => ({ ...ABOUT, fact: 'x'.repeat(letters) })
  const MANIFEST_BYTES = 16 * 1024 * 1024

  it.each(['pack', 'pack.zip'])('is refused while it is made: %s', async (name) => {
    const path = join(emptyFolder(), name)
    await expect(writePack(path, threeFiles(), withFact(MANIFEST_BYTES), never)).rejects.toMatchObject({
      code: 'PACK_TOO_LARGE',
      message: `${path} was not made: the list of its 3 files is larger than 16 MiB`,
    })
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  it('the largest that is made is proven', async () => {
    const folder = emptyFolder()
    await writePack(join(folder, 'small'), threeFiles(), withFact(0), never)
    const { size } = statSync(join(folder, 'small/manifest.json'))
    const largest = join(folder, 'largest')
    await writePack(largest, threeFiles(), withFact(MANIFEST_BYTES - size), never)
    expect((await prove(largest)).problems).toEqual([])
    const larger = writePack(join(folder, 'larger'), threeFiles(), withFact(MANIFEST_BYTES - size + 1), never)
    await expect(larger).rejects.toMatchObject({ code: 'PACK_TOO_LARGE' })
  })
})

describe('what is no pack', () => {
  it.each([
    ['nothing', (): string => join(emptyFolder(), 'x'), 'PACK_NOT_FOUND'],
    ['a device', (): string => '/dev/null', 'PACK_NOT_FOUND'],
    [
      'a file that is no zip',
      (): string => {
        const path = join(emptyFolder(), 'x.zip')
        writeFileSync(path, 'no zip')
        return path
      },
      'PACK_DAMAGED',
    ],
  ])('%s is told so', async (_, place, code) => {
    await expect(prove(place())).rejects.toMatchObject({ code })
  })

  it('a folder without a manifest is not looked through', async () => {
    expect((await prove('/')).problems).toMatchObject([{ file: 'manifest.json', what: 'missing' }])
  })
})

test('a copied pack is proven where it was copied to', async () => {
  const { path, manifestSha256 } = await make()
  const copy = join(emptyFolder(), 'copy')
  cpSync(path, copy, { recursive: true })
  expect((await prove(copy, manifestSha256)).problems).toEqual([])
})

test('a zip of a million entries is refused before they are read', async () => {
  const path = join(emptyFolder(), 'pack.zip')
  writeFileSync(path, zipEndOf(1_000_000))
  await expect(prove(path)).rejects.toMatchObject({
    code: 'PACK_DAMAGED',
    message: `${path} is not a pack: it has 1000000 entries`,
  })
})

/** The end of a zip with its number of entries, and nothing before it (APPNOTE, 4.3.14 to 4.3.16). */
const zipEndOf = (entries: number): Buffer => {
  const end = Buffer.alloc(56 + 20 + 22)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(BigInt(entries), 24)
  end.writeBigUInt64LE(BigInt(entries), 32)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeUInt32LE(1, 72)
  end.writeUInt32LE(0x06054b50, 76)
  end.writeUInt16LE(0xffff, 84)
  end.writeUInt16LE(0xffff, 86)
  end.writeUInt32LE(0xffffffff, 88)
  end.writeUInt32LE(0xffffffff, 92)
  return end
}
