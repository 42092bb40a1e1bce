import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Nights } from './night.ts'

const PROGRAM = join(import.meta.dirname, '../../dist/test/processes/job.js')

/**
 * Runs a job of the built program over a merchant's nights, and kills it when its rows are stored but its files are
 * not.
 */
export const killBeforeFiles = async (
  { service, folder, clock }: Pick<Nights, 'service' | 'folder' | 'clock'>,
  job: 'accept' | 'inbox' | 'run',
  time: string,
): Promise<void> => {
  clock(time)
  const now = Date.parse(`${time.replace(' ', 'T')}:00-05:00`)
  const child = spawn(process.execPath, [PROGRAM, job, service.baseUrl, folder, String(now)], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}
