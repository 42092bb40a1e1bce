import { join } from 'node:path'

/** System calls that are traced on the same paths. */
export interface CallGroup {
  readonly name: 'write' | 'open'
  readonly calls: readonly string[]
  /** Only calls on these paths of a night's folder; null for any path. */
  readonly paths: readonly string[] | null
}

const DATABASES = ['data/cuadre.db', 'data/cuadre.db.inbox', 'data/cuadre.db.lock']
const FILES = ['', '-journal', '-wal', '-shm']

export const CALL_GROUPS: readonly CallGroup[] = [
  {
    name: 'write',
    // None of these is used on a socket, a pipe or a module of the program.
    calls: ['pwrite64', 'fsync', 'fdatasync', 'rename', 'link', 'unlink', 'ftruncate', 'fallocate', 'mkdir', 'fchmod'],
    paths: null,
  },
  {
    name: 'open',
    calls: ['openat', 'write', 'chmod'],
    paths: [
      ...DATABASES.flatMap((path) => FILES.map((end) => `${path}${end}`)),
      'data/cuadre.db.lock.txt',
      'data',
      'data/backups',
      'out',
      'pack',
    ],
  },
]

/** The argument of strace for a system call, by the name of the fault. */
export const FAULTS = {
  kill: (nth: number) => `signal=KILL:when=${nth}`,
  eio: (nth: number) => `error=EIO:when=${nth}`,
  enospc: (nth: number) => `error=ENOSPC:when=${nth}`,
  /** From this call on the disk is full. */
  full: (nth: number) => `error=ENOSPC:when=${nth}+`,
} as const satisfies Record<string, (nth: number) => string>

export type FaultName = keyof typeof FAULTS
const FAULT_NAMES: readonly FaultName[] = ['kill', 'eio', 'enospc', 'full']
const ASKS_FOR_ROOM: readonly FaultName[] = ['enospc', 'full']

/** A full disk refuses calls that need space; files can still be removed and flushed. */
const NEEDS_ROOM = ['pwrite64', 'write', 'ftruncate', 'fallocate', 'mkdir', 'openat', 'link', 'rename']

/** A fault at the nth call of one kind. */
export interface Strike {
  readonly call: string
  readonly fault: FaultName
  readonly nth: number
}

/** The arguments of strace that log the calls of a group. */
export const loggingArguments = (folder: string, log: string, { calls, paths }: CallGroup): readonly string[] => [
  ...['-f', '--seccomp-bpf', '-o', log],
  ...pathArguments(folder, paths),
  ...['-e', `trace=${calls.join(',')}`],
]

/** The arguments of strace that make the nth call of each thread fail. */
export const strikingArguments = (
  folder: string,
  log: string,
  { paths }: CallGroup,
  { call, fault, nth }: Strike,
): readonly string[] => {
  // Signals are not injected into calls that the kernel filters for strace.
  const filter = fault === 'kill' ? [] : ['--seccomp-bpf']
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:${FAULTS[fault](nth)}`]
  return ['-f', ...filter, '-y', '-o', log, ...pathArguments(folder, paths), ...inject]
}

const pathArguments = (folder: string, paths: CallGroup['paths']): readonly string[] =>
  (paths ?? []).flatMap((path) => ['-P', join(folder, path)])

/** Each fault at each call of a log. strace counts by thread and by kind of call: the busiest thread of each kind is counted. */
export const strikesIn = (log: string, { calls }: CallGroup): readonly Strike[] =>
  calls.flatMap((call) => {
    const faults = FAULT_NAMES.filter((fault) => !ASKS_FOR_ROOM.includes(fault) || NEEDS_ROOM.includes(call))
    const places = Array.from({ length: callsOfBusiestThread(log, call) }, (_, index) => index + 1)
    return faults.flatMap((fault) => places.map((nth) => ({ call, fault, nth })))
  })

const callsOfBusiestThread = (log: string, call: string): number => {
  const byThread = new Map<string, number>()
  for (const [, thread = '', name] of log.matchAll(/^(\d+) +(\w+)\(/gm)) {
    if (name === call) byThread.set(thread, (byThread.get(thread) ?? 0) + 1)
  }
  return Math.max(0, ...byThread.values())
}

/** Whether strace injected the fault: the run may have made fewer calls than the undisturbed one. */
export const isInjected = (log: string, fault: FaultName): boolean =>
  log.includes(fault === 'kill' ? '+++ killed by SIGKILL' : '(INJECTED)')

/** The first call in a log that strace made fail; the last call of a killed run. */
export const injectedIn = (log: string, fault: FaultName): string =>
  (fault === 'kill'
    ? log.split('\n').findLast((line) => /^\d+ +\w+\(/.test(line))
    : log.split('\n').find((line) => line.includes('(INJECTED)'))) ?? ''
