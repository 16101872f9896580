import type { App } from 'vue'
import type { Input, OperationName, Output } from '#contract/index.ts'
import type { Job } from '#contract/jobs/jobs.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import type {
  OverShort,
  ShiftFacts,
  ShiftFigures,
  ShiftListing,
  ShiftSearch,
  ShiftView,
} from '#contract/shifts/shifts.ts'
import { start } from '../app/start.ts'
import { FakeBridge } from './fake-bridge.ts'
import { makeJob } from './make-job.ts'
import { makeCount } from './sample-count.ts'

const currency: ShiftView['currency'] = {
  code: 'CLP',
  decimals: 0,
  denominations: [
    { value: 20_000, kind: 'note' },
    { value: 1_000, kind: 'note' },
    { value: 500, kind: 'coin' },
  ],
}

export const makeListing = (some: Partial<ShiftListing> = {}): ShiftListing => ({
  id: 's1',
  from: '2026-11-20T13:00:00.000Z',
  to: null,
  isOpen: true,
  businessDay: '2026-11-20',
  payments: 90,
  voided: 2,
  toCheck: 0,
  outside: 0,
  sum: 1_249_500,
  isPart: false,
  closeOut: null,
  isCounted: false,
  ...some,
})

export const makeSearch = (shifts: ShiftListing[], job: Partial<Job> = {}): ShiftSearch => ({
  days: 3,
  currency,
  job: makeJob({ startedBy: 'shifts.find', ...job }),
  shifts,
})

const facts: ShiftFacts = {
  from: '2026-11-20T13:00:00.000Z',
  to: null,
  businessDay: '2026-11-20',
  timeZone: 'America/Santiago',
  payments: 90,
  voided: 2,
  toCheck: 0,
  methods: [
    { methodId: 'cash', name: 'Efectivo' },
    { methodId: 'card', name: 'Tarjeta' },
  ],
  suggestedCashMethodId: 'cash',
  registers: [{ id: 'r1', name: '', start: [{ methodId: 'cash', amount: 60_000 }] }],
  waste: [],
  wasteError: null,
  invoices: 1,
  outbox: { unsent: 0, unknown: 0 },
}

const sums = {
  payments: 90,
  amount: 100_000,
  tips: 8_000,
  voided: { payments: 2, amount: 9_000, tips: 0 },
}

const makeFigures = (some: Partial<ShiftFigures> = {}): ShiftFigures => ({
  readAt: '2026-11-20T22:00:09.000Z',
  unreadAmounts: 0,
  roundedAmounts: 0,
  all: sums,
  paid: { inside: 100_000, outside: 108_000 },
  paidWithoutTips: { inside: 92_000, outside: 100_000 },
  own: { sales: 105_000, discounts: 5_000, averageTicket: 14_000, eaters: 90, payments: 100_000 },
  tickets: 8,
  differences: [],
  byMethod: [{ methodId: 'card', name: 'Tarjeta', ...sums }],
  byHour: [{ from: '2026-11-20T16:00:00.000Z', ...sums }],
  byPerson: [{ personId: 'usr-2', name: '', number: 2, ...sums }],
  registers: [{ id: 'r1', from: null, to: null, start: [], end: [] }],
  waste: [],
  invoices: 1,
  outbox: { unsent: 0, unknown: 0 },
  ...some,
})

export const makeOverShort = (some: Partial<OverShort> = {}): OverShort => ({
  methodId: 'card',
  name: 'Tarjeta',
  isCash: false,
  counted: 105_000,
  expected: { inside: 100_000, outside: 108_000 },
  overShort: { inside: 5_000, outside: -3_000 },
  known: null,
  isAboveThreshold: false,
  note: '',
  ...some,
})

export const makeShift = (some: Partial<ShiftView> = {}): ShiftView => ({
  revision: 1,
  shiftId: 's1',
  isOpen: true,
  currency,
  job: makeJob({ startedBy: 'shifts.show' }),
  missing: 0,
  facts,
  opening: null,
  figures: null,
  count: makeCount(),
  attempts: [],
  overShort: null,
  tips: 'unknown',
  tipsSuggested: { inside: 0, outside: 2, neither: 0 },
  threshold: 2_000,
  changes: [],
  isFresh: true,
  basis: null,
  closeOuts: [],
  ...some,
})

export const makeCounted = (some: Partial<ShiftView> = {}): ShiftView =>
  makeShift({
    count: makeCount({ state: 'counted' }),
    figures: makeFigures(),
    overShort: [makeOverShort()],
    basis: 'basis-1',
    ...some,
  })

/** A host that stores what is typed in a count. */
class CountingBridge extends FakeBridge {
  #revision = 1

  override call<Name extends OperationName>(name: Name, input: Input<Name>) {
    if (name !== 'shifts.saveCount' || this.refusals[name] !== undefined)
      return super.call(name, input)
    this.calls.push([name, input])
    const { after } = input as Input<'shifts.saveCount'>
    this.#revision += 1
    const savedAt = '2026-11-20T22:41:00.000Z'
    const stored = this.answers['shifts.show']?.count ?? makeCount()
    const count = { ...stored, draft: after, revision: this.#revision, savedAt }
    return Promise.resolve(ok({ count, conflicts: [] }) as Result<Output<Name>>)
  }
}

let app: App | undefined

/** Opens the app at an address of the close-out, with a host that answers as `prepare` sets it up. */
export async function openCloseOut(
  address: string,
  prepare: (answers: FakeBridge['answers']) => void,
): Promise<FakeBridge> {
  const bridge = new CountingBridge()
  bridge.answers['shifts.refresh'] = null
  bridge.answers['jobs.steer'] = null
  bridge.answers['shifts.checklist'] = []
  prepare(bridge.answers)
  location.hash = `#${address}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  return bridge
}

/** Call this after each test. */
export function closeCloseOut(): void {
  app?.unmount()
  location.hash = ''
}
