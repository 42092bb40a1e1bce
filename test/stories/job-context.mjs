// The context of a built job in a separate process, with a fixed clock.

import { DEFAULT_POLICY } from '../../dist/src/core/policy.js'
import { zoneByName } from '../../dist/src/input/zone.js'

export const jobContext = (baseUrl, folder, now) => ({
  settings: {
    baseUrl,
    apiKey: 'story-key',
    integrityKey: null,
    integrityKeyPrevious: null,
    db: `${folder}/cuadre.db`,
    inbox: `${folder}/cuadre.db.inbox`,
    out: `${folder}/out`,
    merchant: 'default',
    merchants: [],
    policy: DEFAULT_POLICY,
    lookbackDays: 7,
    pageLimit: 100,
    concurrency: 4,
    absentStatuses: [404],
    absentBodies: [],
    csvProfile: 'standard',
    language: 'en',
    xlsx: true,
    webhookFormat: 'signed-body',
    webhookPayloadField: null,
    configFile: null,
  },
  zone: zoneByName('America/Bogota'),
  version: '0.0.0-story',
  now: () => Number(now),
  random: () => 0.5,
  sleep: async () => {},
  newRunId: () => `run-${process.pid}`,
  signal: new AbortController().signal,
  progress() {},
  statusOf: () => 1,
})
