import { quoteForShell } from '../../src/std/quote-for-shell.ts'
import {
  byHand,
  type Caller,
  databaseIn,
  isKnownToCron,
  KEY_VARIABLE,
  linesOf,
  type ScheduledLine,
  type ScheduleFile,
  type ScheduleSettings,
} from './schedule-settings.ts'

/** Manifests of Kubernetes 1.29 or newer: a volume, and a CronJob with an Indexed Job for each time. */
export const kubernetesFiles = (settings: ScheduleSettings, caller: Caller): readonly ScheduleFile[] => [
  {
    name: 'cuadre.yaml',
    text: [`${headOf(settings, caller)}${unknownTimes(settings)}`, VOLUME, ...cronJobsOf(settings, caller)].join(
      '---\n',
    ),
  },
]

const headOf = (
  { configFile, merchants, keys }: ScheduleSettings,
  { version }: Caller,
): string => `# Cuadre on Kubernetes 1.29 or newer.
#
# 1. Build the image with the Dockerfile of "cuadre schedule --print docker", and push it where the cluster fetches images: cuadre:${version} below.
# 2. Give the cluster the keys${configFile === null ? '' : ' and the settings'}. The files lie together in /etc/cuadre, so that a path in the settings such as
#    "apiKeyFile": "casa.key" names one of the keys. CUADRE_DB and CUADRE_OUT below win over the settings.
${configFile === null ? '' : `${SETTINGS_FILE}\n`}${keysOf(keys)}
# 3. kubectl apply -f cuadre.yaml
#
# All pods run on one node, beside the volume: the journal of SQLite cannot be shared between machines.${
  merchants === null ? '' : `\n# At most ${merchants.parts} of them run at once (--parts).`
}
# To spread merchants over machines use "cuadre worker" with a queue on PostgreSQL.
# Exit statuses: 3 (discrepancies) is a result, so --fail-on never makes it 0. 5 and 7 are tried again, and 1, 2, 4 and 6 need a person: the
# Job fails at once, and its pod's log says what to do.
`

const SETTINGS_FILE = `#    kubectl create configmap cuadre-settings --from-file=cuadre.config.json`

/** Keys that files hold are named in the settings by their paths; each of the others is in a variable. */
const keysOf = ({ variables, files }: ScheduleSettings['keys']): string => {
  const sources = [...files, ...variables.map((name) => `${name === KEY_VARIABLE ? KEY_FILE : name}=/path/of/the/key`)]
  const flags = (sources.length === 0 ? ['casa.key', 'torre.key'] : sources).map(
    (source) => ` \\\n#      --from-file=${quoteForShell(source)}`,
  )
  return `#    kubectl create secret generic cuadre-keys${flags.join('')}`
}

const KEY_FILE = 'api-key'

const VOLUME = `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: cuadre-data
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 20Gi
`

const unknownTimes = (settings: ScheduleSettings): string => {
  const unknown = linesOf(settings).flatMap(({ words, times }) =>
    times.filter((time) => !isKnownToCron(time)).map((time) => `${byHand(time, words)}\n`),
  )
  return unknown.length === 0 ? '' : `#\n${unknown.join('')}`
}

/** One CronJob for all times that differ only in the hour; one for each other time. */
const cronJobsOf = (settings: ScheduleSettings, caller: Caller): readonly string[] =>
  linesOf(settings).flatMap((line) => {
    const times = withHoursJoined(line.times.filter(isKnownToCron))
    return times.map((time, at) =>
      cronJobOf(times.length === 1 ? line.name : `${line.name}-${at + 1}`, time, line, settings, caller),
    )
  })

const withHoursJoined = (times: readonly string[]): readonly string[] => {
  const hours = new Map<string, string[]>()
  for (const time of times) {
    const [minute = '', hour = '', ...days] = time.split(' ')
    const others = [minute, '@', ...days].join(' ')
    hours.set(others, [...(hours.get(others) ?? []), hour])
  }
  return [...hours].map(([others, list]) => others.replace('@', list.includes('*') ? '*' : list.join(',')))
}

const cronJobOf = (
  name: string,
  time: string,
  line: ScheduledLine,
  { configFile, baseUrl, policy, merchants, keys }: ScheduleSettings,
  { version }: Caller,
): string => {
  // A backup covers whole databases, so one pod makes all of them.
  const inParts = line.name === 'backup' ? null : (merchants?.parts ?? null)
  const words = [
    ...line.words.split(' '),
    ...(line.logsSteps ? ['--quiet', '--fail-on', 'never'] : []),
    ...(inParts === null ? [] : ['--shard', `$(JOB_COMPLETION_INDEX)/${inParts}`]),
    ...(configFile === null ? [] : ['--config', '/etc/cuadre/cuadre.config.json']),
  ]
  return TEMPLATE.replaceAll('@NAME@', name)
    .replace('@TIME@', JSON.stringify(time))
    .replaceAll('@ZONE@', JSON.stringify(policy.timeZone))
    .replaceAll('@PARTS@', String(inParts ?? 1))
    .replace('@IMAGE@', `cuadre:${version}`)
    .replace('@WORDS@', JSON.stringify(words))
    .replace('@DATABASE@', databaseIn('/data', { merchants }))
    .replace('@SERVICE@', (configFile === null ? serviceOf(baseUrl) : '') + keys.variables.map(keyFrom).join(''))
    .replace('@SETTINGS@', configFile === null ? '' : SETTINGS)
}

const serviceOf = (baseUrl: string | null): string => `
                - name: CUADRE_BASE_URL
                  value: ${JSON.stringify(baseUrl ?? 'https://service.example/v1')}`

const keyFrom = (variable: string): string =>
  variable === KEY_VARIABLE
    ? `
                - name: ${KEY_VARIABLE}_FILE
                  value: /etc/cuadre/${KEY_FILE}`
    : `
                - name: ${variable}
                  valueFrom:
                    secretKeyRef: { name: cuadre-keys, key: ${variable} }`

const SETTINGS = `
                  - configMap:
                      name: cuadre-settings`

const TEMPLATE = `apiVersion: batch/v1
kind: CronJob
metadata:
  name: cuadre-@NAME@
  labels: { app: cuadre }
spec:
  schedule: @TIME@
  timeZone: @ZONE@
  # A job that is late by more than an hour waits for its next time.
  startingDeadlineSeconds: 3600
  concurrencyPolicy: Forbid
  successfulJobsHistoryLimit: 3
  failedJobsHistoryLimit: 7
  jobTemplate:
    spec:
      completionMode: Indexed
      completions: @PARTS@
      parallelism: @PARTS@
      # Each part is tried again by itself, after 10 seconds, 20, 40 and so on; the others go on.
      backoffLimitPerIndex: 6
      activeDeadlineSeconds: 10800
      podFailurePolicy:
        rules:
          # These need a person: trying again would change nothing.
          - action: FailIndex
            onExitCodes:
              containerName: cuadre
              operator: In
              values: [1, 2, 4, 6]
          # The node was drained, or the pod evicted: no failure of the job.
          - action: Ignore
            onPodConditions:
              - type: DisruptionTarget
                status: "True"
      template:
        metadata:
          labels: { app: cuadre }
        spec:
          restartPolicy: Never
          # A run that is asked to stop ends after the settlement it reads.
          terminationGracePeriodSeconds: 120
          automountServiceAccountToken: false
          affinity:
            podAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                - topologyKey: kubernetes.io/hostname
                  labelSelector:
                    matchLabels: { app: cuadre }
          securityContext:
            runAsNonRoot: true
            runAsUser: 10001
            runAsGroup: 10001
            fsGroup: 10001
            fsGroupChangePolicy: OnRootMismatch
            seccompProfile: { type: RuntimeDefault }
          containers:
            - name: cuadre
              image: @IMAGE@
              args: @WORDS@
              env:
                - name: CUADRE_DB
                  value: @DATABASE@
                - name: CUADRE_OUT
                  value: /data/out@SERVICE@
              resources:
                requests: { cpu: 250m, memory: 256Mi }
                limits: { memory: 1Gi }
              securityContext:
                allowPrivilegeEscalation: false
                readOnlyRootFilesystem: true
                capabilities: { drop: [ALL] }
              volumeMounts:
                - { name: data, mountPath: /data }
                - { name: settings, mountPath: /etc/cuadre, readOnly: true }
                - { name: temporary, mountPath: /tmp }
          volumes:
            - name: data
              persistentVolumeClaim: { claimName: cuadre-data }
            - name: settings
              projected:
                # Readable by the user of the pod alone.
                defaultMode: 0440
                sources:
                  - secret:
                      name: cuadre-keys@SETTINGS@
            - name: temporary
              emptyDir: {}
`
