import { type Instant, MINUTE_MS, type Zone } from '../../src/core/calendar/calendar.ts'
import {
  type Caller,
  databaseIn,
  KEY_VARIABLE,
  linesOf,
  type ScheduleFile,
  type ScheduleSettings,
} from './schedule-settings.ts'

/** A GitHub workflow that runs the nightly jobs. GitHub reads times in UTC. */
export const githubFiles = (
  settings: ScheduleSettings,
  { version }: Caller,
  zone: Zone,
  now: Instant,
): readonly ScheduleFile[] => {
  const { timeZone } = settings.policy
  const [run, sweep] = linesOf(settings)
  const keys = settings.keys.variables.length === 0 ? [KEY_VARIABLE] : settings.keys.variables
  const linesFor = (times: readonly string[], of: string): readonly string[] =>
    times.flatMap((time) => {
      const inUtc = timesInUtc(time, zone, now)
      return inUtc === null
        ? [`    # ${of}"${time}" in ${timeZone}: write it by hand, in UTC`]
        : inUtc.map((utc) => `    - cron: '${utc}' # ${of}${time} in ${timeZone}`)
    })
  const shared = (sweep?.times ?? []).filter((time) => run?.times.includes(time))
  const sweeps = (sweep?.times ?? []).filter((time) => !shared.includes(time))
  const isSweep = sweeps
    .flatMap((time) => timesInUtc(time, zone, now) ?? [])
    .map((utc) => `github.event.schedule == '${utc}'`)
    .join(' || ')
  return [
    {
      name: '.github/workflows/cuadre.yml',
      text: workflowFor(settings)
        .replaceAll('@VERSION@', version)
        .replaceAll('@ZONE@', timeZone)
        .replace('@SECRETS@', keys.join(', '))
        .replace('@KEYS@', keys.map((name) => `          ${name}: \${{ secrets.${name} }}`).join('\n'))
        .replace(
          '@TIMES@',
          [...linesFor(run?.times ?? [], ''), ...linesFor(sweeps, 'sweep: '), ...shared.map(timeOfBoth)].join('\n'),
        )
        .replace('@IS_SWEEP@', isSweep === '' ? 'false' : isSweep),
    },
  ]
}

/** GitHub starts the workflow once for equal times, and then it could not tell which job is due. */
const timeOfBoth = (time: string): string =>
  `    # sweep: "${time}" is a time of run, too, and starts run alone: choose another for sweepAt`

/**
 * The times in UTC, by the present offset of the zone: one line for each minute, and one for the hours that fall on
 * another day. Null when a time uses more than numbers, lists and ranges, or names days of the month: a person has to
 * write those.
 */
const timesInUtc = (time: string, zone: Zone, now: Instant): readonly string[] | null => {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = time.split(' ')
  const [minutes, hours, weekdays] = [minute, hour, weekday].map(numbersIn)
  if (!minutes || !hours || day !== '*' || month !== '*' || (weekday !== '*' && !weekdays)) return null
  const today = zone.dateAt(now)
  const begin = Date.parse(`${today}T00:00:00Z`)
  const lines = new Map<string, number[]>()
  for (const at of hours.flatMap((hourOf) => minutes.map((minuteOf) => hourOf * 60 + minuteOf))) {
    const later = Math.round((zone.instantOf(today, at) - begin) / MINUTE_MS)
    const shift = Math.floor(later / DAY)
    const days = weekday === '*' ? '*' : (weekdays ?? []).map((one) => (one + shift + 7) % 7).join(',')
    const ofDay = later - shift * DAY
    const line = `${ofDay % 60} @ * * ${days}`
    lines.set(line, [...(lines.get(line) ?? []), Math.floor(ofDay / 60)])
  }
  return [...lines].map(([line, inHours]) => line.replace('@', inHours.join(',')))
}

/** Minutes in a day. */
const DAY = 24 * 60

/** The numbers in a cron field; null unless it is a list of numbers and ranges. */
const numbersIn = (field: string): readonly number[] | null =>
  /^\d{1,2}(-\d{1,2})?(,\d{1,2}(-\d{1,2})?)*$/.test(field)
    ? field.split(',').flatMap((part) => {
        const [from = 0, to = from] = part.split('-').map(Number)
        return Array.from({ length: to - from + 1 }, (_, at) => from + at)
      })
    : null

/** How the workflow keeps one database for all merchants, or one for each. */
const workflowFor = (settings: ScheduleSettings): string => {
  const { artifact, file, restore, store } = settings.merchants?.haveOwnDatabases ? ONE_FOR_EACH : ONE_FOR_ALL
  return WORKFLOW.replaceAll('@ARTIFACT@', artifact)
    .replaceAll('@FILE@', file)
    .replace('@DATABASE@', () => databaseIn('data', settings))
    .replace('@RESTORE@', () => inStep(restore))
    .replace('@STORE@', () => inStep(store))
}

const inStep = (lines: string): string => lines.trim().replace(/^/gm, ' '.repeat(10))

const ONE_FOR_ALL = {
  artifact: 'cuadre-database',
  file: 'cuadre.db',
  restore: 'cuadre db restore cuadre.db',
  store: 'cuadre db backup cuadre.db',
}

/** By their files, so that the database of a merchant who left the settings is kept, too. */
const ONE_FOR_EACH = {
  artifact: 'cuadre-databases',
  file: 'copies.tar',
  restore: `
mkdir copies
tar --extract --file copies.tar --directory copies
for copy in copies/*.db; do cuadre db restore "$copy" --db "data/\${copy#copies/}"; done
rm -r copies`,
  store: `
mkdir copies
for database in data/*.db; do cuadre db backup "copies/\${database#data/}" --db "$database"; done
tar --create --file copies.tar --directory copies .
rm -r copies`,
}

const WORKFLOW = `# Cuadre by GitHub Actions. A server with a disk is better: there the database is a file that stays where it is. Here
# each night encrypts the database and stores it as an artifact, and the next night fetches and verifies it. When that fails, the
# night fails; it never starts with an empty database unless you ask for one.
#
# Cuadre is in no registry: in a checkout of it, "npm ci && npm pack" makes cuadre-@VERSION@.tgz. Commit that file at the
# root of this repository, and set the secret CUADRE_SHA256 to its digest (sha256sum cuadre-@VERSION@.tgz).
#
# Set these secrets: CUADRE_BASE_URL, @SECRETS@, and CUADRE_DATABASE_KEY, a long random text (openssl rand -base64 48). With it
# anybody can read the database, and without it nobody can restore it: keep a copy elsewhere. Then start the workflow once by hand
# with "first night".
name: cuadre
on:
  schedule:
    # GitHub reads these in UTC, and begins late when it is busy. They fit @ZONE@ as long as its offset from UTC stays the same.
@TIMES@
  workflow_dispatch:
    inputs:
      first_night:
        description: Start with an empty database (the very first time only)
        type: boolean
        default: false

# One night at a time, and none is cancelled: two would each make a database of their own.
concurrency:
  group: cuadre
  cancel-in-progress: false

permissions:
  contents: read
  actions: read

jobs:
  night:
    runs-on: ubuntu-latest
    timeout-minutes: 120
    env:
      TZ: @ZONE@
      CUADRE_DB: @DATABASE@
      CUADRE_OUT: out
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - name: Install
        env:
          CUADRE_SHA256: \${{ secrets.CUADRE_SHA256 }}
        run: |
          echo "$CUADRE_SHA256  cuadre-@VERSION@.tgz" | sha256sum --check
          npm install --global --ignore-scripts ./cuadre-@VERSION@.tgz

      - name: Restore the database
        if: \${{ !(github.event_name == 'workflow_dispatch' && inputs.first_night) }}
        env:
          GH_TOKEN: \${{ github.token }}
          DATABASE_KEY: \${{ secrets.CUADRE_DATABASE_KEY }}
        run: |
          # Only of this workflow on this branch: in another, somebody else could have made one.
          api=repos/$GITHUB_REPOSITORY/actions
          workflow=$(gh api "$api/runs/$GITHUB_RUN_ID" --jq .workflow_id)
          gh api --paginate "$api/artifacts?name=@ARTIFACT@&per_page=100" > artifacts.json
          jq -r --arg branch "$GITHUB_REF_NAME" '.artifacts[] | select(.expired | not) | . as {$id, $digest, $created_at} | .workflow_run
            | select(.head_branch == $branch and .head_repository_id == .repository_id) | "\\($created_at) \\($id) \\($digest) \\(.id)"' artifacts.json | sort -r > newest-first.txt
          newest=
          while read -r _ id digest run; do
            of=$(gh api "$api/runs/$run" --jq 'select(.event == "schedule" or .event == "workflow_dispatch") | .workflow_id')
            if [ "$of" = "$workflow" ]; then newest=$id && break; fi
          done < newest-first.txt
          if [ -z "$newest" ]; then
            echo "::error::there is no database to restore; for the first night, start the workflow by hand with first_night"
            exit 1
          fi
          gh api "$api/artifacts/$newest/zip" > database.zip
          echo "\${digest#sha256:}  database.zip" | sha256sum --check
          unzip -q database.zip
          openssl enc -d -aes-256-cbc -pbkdf2 -iter 600000 -pass env:DATABASE_KEY -in @FILE@.enc -out @FILE@
@RESTORE@
          rm -rf artifacts.json newest-first.txt database.zip @FILE@.enc @FILE@

      - name: Run
        id: work
        env:
          CUADRE_BASE_URL: \${{ secrets.CUADRE_BASE_URL }}
@KEYS@
          IS_SWEEP: \${{ @IS_SWEEP@ }}
        run: |
          job=run
          if [ "$IS_SWEEP" = true ]; then job=sweep; fi
          status=0
          cuadre "$job" --json > night.json || status=$?
          echo "status=$status" >> "$GITHUB_OUTPUT"

      - name: Store the database
        if: \${{ !cancelled() && steps.work.outcome == 'success' }}
        env:
          DATABASE_KEY: \${{ secrets.CUADRE_DATABASE_KEY }}
        run: |
          test -n "$DATABASE_KEY"
@STORE@
          openssl enc -aes-256-cbc -pbkdf2 -iter 600000 -salt -pass env:DATABASE_KEY -in @FILE@ -out @FILE@.enc
          rm -f @FILE@
      - uses: actions/upload-artifact@v4
        if: \${{ !cancelled() && steps.work.outcome == 'success' }}
        with:
          name: @ARTIFACT@
          path: @FILE@.enc
          if-no-files-found: error
          retention-days: 90

      - name: Copies without documents and names
        if: \${{ !cancelled() && steps.work.outcome == 'success' }}
        run: cuadre check --mask --out masked --from "$(date -d '7 days ago' +%F)" --to "$(date +%F)" --fail-on never > /dev/null
      - uses: actions/upload-artifact@v4
        if: \${{ !cancelled() && steps.work.outcome == 'success' }}
        with:
          name: cuadre-reports
          path: masked

      - name: Report the result
        if: \${{ !cancelled() && steps.work.outcome == 'success' }}
        env:
          STATUS: \${{ steps.work.outputs.status }}
        run: |
          # A step shows ten annotations of a kind; the summary has the rest.
          jq -r '[.slots[]? as $slot | $slot.discrepancies[]? | select(.severity == "error" and (.state == "new" or .state == "open"))
            | "\\($slot.merchant) \\($slot.date) cycle \\($slot.cycle): \\(.code)"] as $all
            | ($all[:9][] | "::warning title=Discrepancy::" + .),
              (if ($all | length) > 9 then "::warning title=Discrepancies::\\(($all | length) - 9) more, see the summary" else empty end)' night.json
          {
            echo "| merchant | date | cycle | verdict | open errors |"
            echo "|---|---|---|---|---|"
            jq -r '.slots[]? | "| \\(.merchant) | \\(.date) | \\(.cycle) | \\(.verdict) | \\([.discrepancies[]? | select(.severity == "error" and (.state == "new" or .state == "open")) | .code] | unique | join(" ")) |"' night.json
            jq -r 'if .error then "\\n**\\(.error.code)**: \\(.error.message); \\(.error.next)" else empty end' night.json
          } >> "$GITHUB_STEP_SUMMARY"
          case "$STATUS" in
            0) ;;
            3) echo "::notice::there are discrepancies (3): the run did its work, and the reports list what differs" ;;
            5) echo "::error::incomplete (5): the service could not be read whole; the next night tries again" && exit 5 ;;
            *) echo "::error::the run ended with $STATUS; see the summary" && exit "$STATUS" ;;
          esac
`
