import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesOfBankFile } from '../../src/bank/bytes-of-bank-file.ts'
import { emptyFolder } from '../empty-folder.ts'

const folderWithFiles = (): string => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'march'))
  writeFileSync(join(folder, 'march.csv'), 'a;b\n')
  writeFileSync(join(folder, 'huge.csv'), '')
  truncateSync(join(folder, 'huge.csv'), 2 ** 32)
  return folder
}

test('the bytes of a file are read', async () => {
  expect(await bytesOfBankFile(join(folderWithFiles(), 'march.csv'))).toEqual(Buffer.from('a;b\n'))
})

test.each([
  ['march', 'march: it is a folder, not a file'],
  ['april.csv', 'april.csv: there is no such file'],
  ['march.csv/april.csv', 'april.csv: there is no such file'],
  ['huge.csv', 'huge.csv: it has 4096 MB'],
])('%s is refused, by its name', async (name, message) => {
  await expect(bytesOfBankFile(join(folderWithFiles(), name))).rejects.toMatchObject({
    code: 'BANK_FILE_WRONG',
    message: expect.stringContaining(message),
  })
})
