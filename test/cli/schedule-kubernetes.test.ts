import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CronJob, type ICronJob } from 'kubernetes-models/batch/v1/CronJob'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { emptyFolder } from '../empty-folder.ts'
import { twoMerchantsForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

const service = await twoMerchantsForAll()

const TWO = {
  merchants: [
    { name: 'casa', apiKeyFile: 'casa.key' },
    { name: 'torre', apiKeyFile: 'torre.key' },
  ],
}

/** A folder with settings and keys, like /etc/cuadre in the pod. */
const folderWith = (settings: object): string => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify({ baseUrl: service.baseUrl, ...settings }))
  writeFileSync(join(folder, 'casa.key'), service.apiKey)
  writeFileSync(join(folder, 'torre.key'), 'sandbox-api-key-2')
  return folder
}

const OWN = { db: 'data/{merchant}.db', ...TWO }

const printed = async (cwd: string, words = ''): Promise<readonly unknown[]> => {
  const { status, out } = await type(`schedule --print kubernetes ${words}`.trim(), { cwd })
  expect(status).toBe(0)
  const documents = parseAllDocuments(out)
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  return documents.map((document) => document.toJS() as unknown)
}

const cronJobsOf = (documents: readonly unknown[]): readonly ICronJob[] =>
  documents.slice(1).map((document) => {
    if (!CronJob.is(document)) throw new Error('no CronJob')
    return document
  })

const jobOf = (job: ICronJob | undefined) => job?.spec?.jobTemplate.spec
const containerOf = (job: ICronJob | undefined) => jobOf(job)?.template.spec?.containers[0]

/** Compiler errors of a document against the published type of a CronJob, which rejects unknown fields. */
const unknownFields = (documents: readonly unknown[]): string => {
  const folder = emptyFolder()
  const root = join(import.meta.dirname, '../..')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const lines = documents.map((document, at) => `export const job${at}: ICronJob = ${JSON.stringify(document)}`)
  const text = `import type { ICronJob } from 'kubernetes-models/batch/v1/CronJob'\n${lines.join('\n')}\n`
  writeFileSync(join(folder, 'jobs.mts'), text)
  const words = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', join(folder, 'jobs.mts')]
  return spawnSync(join(root, 'node_modules/.bin/tsc'), words, { cwd: folder, encoding: 'utf8' }).stdout
}

describe('schedule --print kubernetes', () => {
  it('is valid to the published schemas, which see a mistake', async () => {
    const [volume, ...jobs] = await printed(folderWith(OWN), '--parts 4')
    expect(new PersistentVolumeClaim(volume as object).validate()).toBeUndefined()
    for (const job of jobs) expect(new CronJob(job as ICronJob).validate()).toBeUndefined()
    const [wrong] = JSON.parse(JSON.stringify(jobs).replaceAll('"completions":4', '"completions":"four"'))
    expect(() => new CronJob(wrong).validate()).toThrow(/completions/)
    expect(unknownFields(jobs)).toBe('')
    expect(unknownFields(JSON.parse(JSON.stringify(jobs).replaceAll('"timeZone"', '"zone"')))).toContain('"zone"')
  })

  it('has a job for each time: the runs of a day are one, and the backup is of all parts', async () => {
    const jobs = cronJobsOf(await printed(folderWith({ ...OWN, sweepAt: ['15 3 * * *', '0 12 * * 1'] }), '--parts 4'))
    expect(jobs.map((job) => [job.metadata?.name, job.spec?.schedule, jobOf(job)?.completions])).toEqual([
      ['cuadre-run', '30 13,15,18,20,22 * * *', 4],
      ['cuadre-sweep-1', '15 3 * * *', 4],
      ['cuadre-sweep-2', '0 12 * * 1', 4],
      ['cuadre-backup', '45 3 * * *', 1],
    ])
    expect(new Set(jobs.map(({ spec }) => spec?.timeZone))).toEqual(new Set(['America/Bogota']))
  })

  it('does the night of every merchant, in as many pods as there are parts', async () => {
    const settings = folderWith({ ...OWN, lookbackDays: 0 })
    const [run] = cronJobsOf(await printed(settings, '--parts 2'))
    const volume = emptyFolder()
    mkdirSync(join(volume, 'out'))
    const pods = Array.from({ length: jobOf(run)?.completions ?? 0 }, (_, index) => {
      const { args = [], env = [] } = containerOf(run) ?? {}
      const words = args.map((word) => word.replace('$(JOB_COMPLETION_INDEX)', String(index)))
      const inPod = (text: string): string => text.replace('/etc/cuadre', settings).replace(/^\/data/, volume)
      const variables = env.map(({ name, value = '' }) => [name, inPod(value)])
      return type(words.map(inPod).join(' '), {
        cwd: volume,
        env: Object.fromEntries(variables),
        now: () => Date.parse('2026-03-13T03:30:00Z'),
        newRunId: () => `run-${index}`,
      })
    })
    const ended = await Promise.all(pods)
    expect(ended.map(({ status }) => status)).toEqual([0, 0])
    expect(readdirSync(volume).filter((name) => name.endsWith('.db'))).toEqual(['casa.db', 'torre.db'])
    expect(readdirSync(join(volume, 'out'))).toEqual(expect.arrayContaining(['casa', 'torre']))
  })

  it('gives each exit status its turn: 5 and 7 are tried again, the others need a person', async () => {
    const jobs = cronJobsOf(await printed(folderWith(OWN)))
    expect(jobs.map(({ metadata }) => metadata?.name)).toEqual(['cuadre-run', 'cuadre-sweep', 'cuadre-backup'])
    for (const job of jobs) {
      const rules = jobOf(job)?.podFailurePolicy?.rules ?? []
      expect(rules.map(({ action, onExitCodes }) => [action, onExitCodes?.values])).toEqual([
        ['FailIndex', [1, 2, 4, 6]],
        ['Ignore', undefined],
      ])
      expect(rules[0]?.onExitCodes?.containerName).toBe(containerOf(job)?.name)
      // Failure rules are rejected when a pod restarts its container by itself.
      expect(jobOf(job)?.template.spec?.restartPolicy).toBe('Never')
      expect(jobOf(job)?.backoffLimitPerIndex).toBeGreaterThan(0)
    }
  })

  it('keeps a shared database with one pod, and one merchant without parts', async () => {
    const [shared] = cronJobsOf(await printed(folderWith(TWO)))
    expect(containerOf(shared)?.args).toContain('$(JOB_COMPLETION_INDEX)/1')
    expect(containerOf(shared)?.env).toContainEqual({ name: 'CUADRE_DB', value: '/data/cuadre.db' })
    const [alone] = cronJobsOf(await printed(emptyFolder()))
    expect(containerOf(alone)?.args).toEqual(['run', '--quiet', '--fail-on', 'never'])
    expect(containerOf(alone)?.env?.map(({ name }) => name)).toContain('CUADRE_API_KEY_FILE')
  })

  it.each([
    ['--print kubernetes --parts 4', TWO, '--parts is for --print kubernetes'],
    ['--print cron --parts 4', OWN, '--parts is for --print kubernetes'],
    ['--parts 4', OWN, '--parts is for --print kubernetes'],
    ['--print kubernetes --parts 0', OWN, '--parts must be a whole number'],
    ['--print kubernetes --parts many', OWN, '--parts must be a whole number'],
  ])('refuses %s', async (words, settings, reason) => {
    const { status, err } = await type(`schedule ${words}`, { cwd: folderWith(settings) })
    expect([status, err]).toEqual([2, expect.stringContaining(reason) as string])
  })
})
