import { join } from 'node:path'

/** A set of system calls that faults are injected into together; strace counts their calls one by one. */
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

/** What strace makes of a system call, by the name of the fault. */
export const FAULTS = {
  kill: (nth: number) => `signal=KILL:when=${nth}`,
  eio: (nth: number) => `error=EIO:when=${nth}`,
  enospc: (nth: number) => `error=ENOSPC:when=${nth}`,
  /** The disk is full from this call on. */
  full: (nth: number) => `error=ENOSPC:when=${nth}+`,
} as const satisfies Record<string, (nth: number) => string>

export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES: readonly FaultName[] = ['kill', 'eio', 'enospc', 'full']

/** A full disk refuses what needs room; files are removed and flushed all the same. */
const NEEDS_ROOM = ['pwrite64', 'write', 'ftruncate', 'fallocate', 'mkdir', 'openat', 'link', 'rename']

const callsOf = (group: CallGroup, fault: FaultName | null): readonly string[] =>
  fault === 'full' || fault === 'enospc' ? group.calls.filter((call) => NEEDS_ROOM.includes(call)) : group.calls

/** The arguments of strace that log the calls of a group, and make the nth of each thread fail. */
export const straceArguments = (
  folder: string,
  log: string,
  group: CallGroup,
  fault: FaultName | null,
  nth: number,
): readonly string[] => {
  const calls = callsOf(group, fault).join(',')
  const paths = (group.paths ?? []).flatMap((path) => ['-P', join(folder, path)])
  const inject = fault === null ? [] : ['-e', `inject=${calls}:${FAULTS[fault](nth)}`]
  // Signals are not injected into calls that the kernel filters for strace.
  const filter = fault === 'kill' ? [] : ['--seccomp-bpf']
  return ['-f', ...filter, '-y', '-o', log, ...paths, '-e', `trace=${calls}`, ...inject]
}

/** How many calls of a fault the busiest thread of a log made: strace counts by thread. */
export const callsIn = (log: string, group: CallGroup, fault: FaultName): number => {
  const calls = callsOf(group, fault)
  const byThread = new Map<string, number>()
  for (const [, thread = '', call = ''] of log.matchAll(/^(\d+) +(\w+)\(/gm)) {
    if (calls.includes(call)) byThread.set(thread, (byThread.get(thread) ?? 0) + 1)
  }
  return Math.max(0, ...byThread.values())
}

/** Whether strace did what it was asked for: the run may have made fewer calls than in the undisturbed one. */
export const isInjected = (log: string, fault: FaultName): boolean =>
  log.includes(fault === 'kill' ? '+++ killed by SIGKILL' : '(INJECTED)')

/** The first call of a log that strace made fail, as it wrote it; the last call of one that was killed. */
export const injectedIn = (log: string, fault: FaultName): string =>
  (fault === 'kill'
    ? log.split('\n').findLast((line) => /^\d+ +\w+\(/.test(line))
    : log.split('\n').find((line) => line.includes('(INJECTED)'))) ?? ''
