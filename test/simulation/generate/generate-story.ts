import { type Chance, chanceOf } from '../chance.ts'
import { dayAfter } from '../oracle/words.ts'
import {
  type Act,
  type Body,
  type Change,
  type Fault,
  type FaultKind,
  type Night,
  nameOf,
  type Paging,
  type ProcessKind,
  type SlotKey,
  type Story,
  type StoryPolicy,
} from '../story.ts'
import { applyChange, emptyWorld, holdingOf, pagesOf, type World } from '../world.ts'
import {
  type Counter,
  honestSettlement,
  paidInvoice,
  recordTwist,
  rentTwist,
  settlementTwist,
  type Twist,
} from './records.ts'

/** The same seed makes the same story. Stories of the same `timesSeed` have their nights at the same times. */
export const generateStory = (seed: number, nightsMax: number, timesSeed?: number, isOfRents = false): Story => {
  const chance = chanceOf(seed)
  const times = timesSeed === undefined ? chance : chanceOf(timesSeed)
  const policy = generatePolicy(chance)
  const maker: Maker = { chance, times, policy, world: emptyWorld(), counter: { next: 0, isOfRents }, slots: [] }
  const first = dayAfter('2026-03-02', times.whole(0, 20))
  const nights: Night[] = []
  let date = first
  for (let night = 0; night < times.whole(1, nightsMax); night += 1) {
    nights.push(generateNight(maker, date))
    date = dayAfter(date, times.percent(10) ? times.whole(2, 6) : 1)
  }
  return { policy, nights }
}

interface Maker {
  readonly chance: Chance
  readonly times: Chance
  readonly policy: StoryPolicy
  readonly world: World
  readonly counter: Counter
  readonly slots: SlotKey[]
}

const generatePolicy = (chance: Chance): StoryPolicy => {
  const sometimes = <T extends object>(percent: number, value: T): T | object => (chance.percent(percent) ? value : {})
  return {
    cycles: chance.oneOf([['11'], ['11', '13'], ['11', '20'], ['11', '13', '16']]),
    lookbackDays: chance.whole(0, 3),
    pageLimit: chance.whole(2, 6),
    ...sometimes(10, { adjustments: 'subtract' as const }),
    ...sometimes(10, { postpaidFees: 'deducted' as const }),
    ...sometimes(20, { gateway: chance.oneOf(['same', 'unchecked'] as const) }),
    ...sometimes(10, { chargebacks: 'excluded' as const }),
    ...sometimes(10, { collectedBasis: 'amount' as const }),
    ...sometimes(20, { toleranceCop: chance.oneOf([0.5, 1, 50_000]) }),
    ...sometimes(8, { finalStatuses: chance.oneOf([['credited'], ['paid'], ['credited', 'odd']]) }),
    ...sometimes(8, { extraCycles: ['1'] }),
    ...sometimes(8, { cycleAliases: { '11:00': '11' } }),
  }
}

const generateNight = (maker: Maker, date: string): Night => {
  const { chance, times, policy } = maker
  const at = `${date} ${times.oneOf(['22:30', '22:30', '22:30', '14:00', '09:00'])}`
  const changes: Change[] = []
  const make = (change: Change): void => {
    applyChange(maker.world, change)
    changes.push(change)
  }
  for (const slot of maker.slots) if (chance.percent(35)) changeSlot(maker, slot, make)
  for (const cycle of [...policy.cycles, ...(policy.extraCycles ?? [])]) {
    const slot = { date, cycle }
    maker.slots.push(slot)
    if (chance.percent(85)) fillSlot(maker, slot, make)
  }
  const faults = chance.percent(25) ? generateFaults(maker) : []
  const acts = chance.percent(40) ? generateActs(maker, date) : []
  const closing = { ...(chance.percent(15) ? { undoing: true as const } : {}), ...generateClosing(maker, date) }
  if (chance.percent(8)) return { at, changes: [], faults: [], acts, ...closing, ...generatePolicyChange(chance) }
  const command = generateCommand(maker, date)
  // The effect of a fault would depend on the progress of the other program; and a separate program really waits
  // between its attempts.
  if (chance.percent(3)) return { at, changes, faults: [], acts, ...closing, command, process: generateProcess(chance) }

  return { at, changes, faults, acts, ...closing, command }
}

const generateClosing = ({ chance }: Maker, date: string): Pick<Night, 'closing'> => {
  if (!chance.percent(15)) return {}
  const through = dayAfter(date, -chance.whole(0, 4))
  const force = chance.percent(60) ? { force: true as const } : {}
  const stays = chance.percent(60) ? { stays: true as const } : {}
  return { closing: { through, ...force, ...stays } }
}

const generateCommand = ({ chance, slots }: Maker, date: string): Night['command'] => {
  const failOn = chance.percent(15) ? { failOn: chance.oneOf(['warning', 'info', 'never'] as const) } : {}
  if (chance.percent(70)) return { name: 'run', ...failOn }
  const one = chance.oneOf(slots)
  if (chance.percent(30)) return { name: 'run', from: one.date, to: one.date, cycles: [one.cycle], ...failOn }
  return { name: 'run', from: one.date, to: date, ...failOn }
}

const generateProcess = (chance: Chance): ProcessKind =>
  chance.oneOf<ProcessKind>([
    { kind: 'installed' },
    { kind: 'killed', afterMs: chance.whole(0, 3_000) },
    { kind: 'killed', afterMs: chance.whole(200, 1_000) },
    { kind: 'twice' },
  ])

/** Readings were made under the earlier policy: their results for single records do not change. */
const generatePolicyChange = (chance: Chance): Pick<Night, 'policy' | 'command'> => ({
  policy: chance.oneOf<Partial<StoryPolicy>>([
    {},
    { adjustments: chance.oneOf(['add', 'subtract']) },
    { postpaidFees: chance.oneOf(['deducted', 'not-deducted']) },
    { gateway: chance.oneOf(['candidates', 'same', 'unchecked']) },
    { collectedBasis: chance.oneOf(['amount', 'paid']) },
    { toleranceCop: chance.oneOf([0, 1, 1_000]) },
  ]),
  command: { name: 'check' },
})

const generateActs = ({ chance }: Maker, date: string): readonly Act[] =>
  Array.from({ length: chance.whole(1, 3) }, (): Act => {
    const kind = chance.oneOf(['accept', 'accept', 'claim', 'reopen'] as const)
    const until = kind !== 'reopen' && chance.percent(30) ? { until: dayAfter(date, chance.whole(-1, 3)) } : {}
    return { kind, to: chance.next(), ...until }
  })

type Make = (change: Change) => void

const fillSlot = (maker: Maker, slot: SlotKey, make: Make): void => {
  const { chance, policy, counter, world } = maker
  const many = chance.oneOf([0, 1, 2, 2, 3, 4, 6])
  const records: { key: string; body: Body }[] = []
  for (let place = 0; place < many; place += 1) {
    const plain = paidInvoice(chance, slot, counter)
    const others = records.map(({ body }) => body).concat(chance.percent(30) ? everyRecord(world) : [])
    const body = chance.percent(18) ? twistOf(maker, slot, others)(plain) : plain
    records.push({ key: `k${counter.next}`, body })
  }
  for (const { key, body } of records) make({ ...slot, kind: 'record', key, body })
  if (chance.percent(8)) return
  const honest = honestSettlement(
    chance,
    slot,
    records.map(({ body }) => body),
    policy,
  )
  const body = chance.percent(35)
    ? settlementTwist(chance, slot, policy)(debiting(maker, honest))
    : debiting(maker, honest)
  make({ ...slot, kind: 'settlement', body })
  if (chance.percent(10)) make({ ...slot, kind: 'paging', paging: generatePaging(chance) })
}

const twistOf = ({ chance, counter }: Maker, slot: SlotKey, others: readonly Body[]): Twist =>
  counter.isOfRents ? rentTwist(chance) : recordTwist(chance, slot, others)

/** Now and then a settlement debits chargebacks that were listed before. */
const debiting = ({ chance, world, policy }: Maker, body: Body): Body => {
  const charged = everyRecord(world).filter(({ status }) => status === 'chargeback')
  if (charged.length === 0 || chance.percent(60)) return body
  const some = charged.filter(() => chance.percent(60))
  const sum = some.reduce((total, { paymentAmount }) => total + Math.round(Number(paymentAmount) * 100), 0) / 100
  if (!(sum > 0)) return body
  const sign = policy.adjustments === 'subtract' ? 1 : -1
  return { ...body, adjustments: sum * sign, paymentAmount: Math.round((Number(body.paymentAmount) - sum) * 100) / 100 }
}

const everyRecord = (world: World): Body[] =>
  [...world.slots.values()].flatMap(({ records }) => records.map(({ body }) => body as Body))

const generatePaging = (chance: Chance): Paging =>
  chance.oneOf<Paging>([
    { sizes: [1, 0, 2] },
    { sizes: [1, 1, 1] },
    { end: 'absent' },
    { sizes: [1], end: 'absent' },
    { end: 'empty' },
    { end: 'number' },
    { end: 'repeated', sizes: [1, 1, 1] },
    { wrongCountAt: 0 },
    { wrongCountAt: 1, sizes: [1] },
    { withoutCount: true },
    {},
  ])

const changeSlot = (maker: Maker, slot: SlotKey, make: Make): void => {
  const { chance, world, policy, counter } = maker
  const { settlement, records } = holdingOf(world, slot)
  const record = records.length === 0 ? null : chance.oneOf(records)
  const put = (body: Body | null): void => make({ ...slot, kind: 'settlement', body })
  const changes: (() => void)[] = [
    () => put(settlement === null ? null : { ...settlement, status: chance.oneOf(['credited', 'paid', 'credited']) }),
    () => put(settlement === null ? null : { ...settlement, status: chance.oneOf(['credited', 'paid', 'credited']) }),
    () => put(settlement === null ? null : { ...settlement, status: chance.oneOf(['processing', 'error', 'paid']) }),
    () => put(settlement === null ? null : settlementTwist(chance, slot, policy)(settlement)),
    () =>
      put(
        honestSettlement(
          chance,
          slot,
          records.map(({ body }) => body),
          policy,
        ),
      ),
    () =>
      put(
        honestSettlement(
          chance,
          slot,
          records.map(({ body }) => body),
          policy,
        ),
      ),
    () => put(null),
    () => make({ ...slot, kind: 'paging', paging: chance.percent(50) ? {} : generatePaging(chance) }),
    () => make({ ...slot, kind: 'record', key: `k${counter.next + 1}`, body: paidInvoice(chance, slot, counter) }),
  ]
  if (record !== null) {
    const body = record.body as Body
    const twist = (): void => {
      const twisted = twistOf(maker, slot, everyRecord(world))(body)
      make({
        ...slot,
        kind: 'record',
        key: record.key,
        body: { ...twisted, id: chance.percent(90) ? body.id : twisted.id },
      })
    }
    changes.push(twist, twist, twist, () => removeOne(maker, slot, record, make))
    changes.push(() =>
      make({
        ...slot,
        kind: 'record',
        key: record.key,
        body: { ...body, status: chance.oneOf(['chargeback', 'paid']) },
      }),
    )
  }
  chance.oneOf(changes)()
}

const removeOne = (
  { chance, slots, counter }: Maker,
  slot: SlotKey,
  record: { key: string; body: unknown },
  make: Make,
): void => {
  const body = record.body as Body
  const to = chance.oneOf(slots)
  const moved = { ...body, settlementDate: to.date, settlementTime: to.cycle }
  const fate = chance.oneOf([counter.isOfRents ? 'same' : 'gone', 'same', 'moved', 'moved'])
  make({ ...slot, kind: 'removal', key: record.key, byId: fate === 'gone' ? null : fate === 'same' ? body : moved })
  if (fate === 'moved' && nameOf(to) !== nameOf(slot)) make({ ...to, kind: 'record', key: record.key, body: moved })
}

const PASSING: readonly FaultKind[] = ['500', '503', '429', '408', '425', 'cut', 'reset', 'junk']
const LASTING: readonly FaultKind[] = ['400', '302', 'html-404', 'array']

const generateFaults = ({ chance, slots, world, policy }: Maker): readonly Fault[] => {
  const recent = slots.slice(-4)
  return Array.from({ length: chance.whole(1, 2) }, (): Fault => {
    const slot = chance.oneOf(recent)
    const pages = pagesOf(holdingOf(world, slot), policy.pageLimit).length
    const at = chance.oneOf<Fault['at']>(['settlement', 'settlement-again', chance.whole(0, pages - 1)])
    if (at === 'settlement' && chance.percent(15)) return { ...slot, at, kind: 'moved', times: 1 }
    if (at === 'settlement-again' && chance.percent(15)) return { ...slot, at, kind: 'moved', times: 99 }
    if (chance.percent(70)) return { ...slot, at, kind: chance.oneOf(PASSING), times: chance.oneOf([1, 2, 99]) }
    return { ...slot, at, kind: chance.oneOf(LASTING), times: 99 }
  }).filter((fault, place, all) => all.findIndex((one) => nameOf(one) === nameOf(fault)) === place)
}
