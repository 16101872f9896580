import { expect } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { CloseOut, CountDraft, ShiftSearch, ShiftView } from '#contract/shifts/shifts.ts'
import type { Result } from '#contract/shared/result.ts'
import { valueOfOk, tap } from './reservations.ts'
import { openTestStore, type TestStore } from './kitchen.ts'

/** The part of a store that counting and closing need. */
type Till = Pick<TestStore, 'call' | 'practice'>

export const pin = '4821'
export const office: Caller = { screen: 'office', name: 'Oficina', role: 'manager' }
export const typed = (text: string | number) => ({
  text: String(text),
  language: 'es' as const,
})

/** A store that reads quickly and knows its details. */
export async function openShifts(
  request: Parameters<typeof openTestStore>[0] = {},
  settings: Partial<Settings> = {},
): Promise<TestStore> {
  const store = await openTestStore(request)
  valueOfOk(await store.call('settings.change', { ...settings, requestsPerSecond: 50 }))
  await expect.poll(async () => valueOfOk(await store.call('status.get', {})).store).not.toBeNull()
  return store
}

export async function searchUntil(
  store: TestStore,
  state: ShiftSearch['job']['state'] = 'done',
): Promise<ShiftSearch> {
  await expect
    .poll(async () => valueOfOk(await store.call('shifts.search', {}))?.job.state)
    .toBe(state)
  const search = valueOfOk(await store.call('shifts.search', {}))
  if (search === null) throw new Error('nobody has searched')
  return search
}

/** Asks for a shift until its refresh is complete. */
export async function readShift(store: TestStore, shiftId: string): Promise<ShiftView> {
  await expect
    .poll(async () => {
      const { job, facts } = valueOfOk(await store.call('shifts.show', { shiftId }))
      return job.state === 'done' && facts !== null
    })
    .toBe(true)
  return valueOfOk(await store.call('shifts.show', { shiftId }))
}

export async function readAgain(store: TestStore, shiftId: string): Promise<ShiftView> {
  valueOfOk(await store.call('shifts.refresh', { shiftId }))
  return readShift(store, shiftId)
}

/** The amounts of a shift in the practice till, calculated without the tested code. */
export function tillOf({ practice }: Pick<Till, 'practice'>, shiftId: string) {
  const own = practice.till.payments().filter((each) => each.shiftId === shiftId)
  const counted = own.filter(({ voidedAt }) => voidedAt === null)
  const sum = (amounts: number[]): number => amounts.reduce((total, each) => total + each, 0)
  const shift = practice.till.shifts().find(({ _id }) => _id === shiftId)
  const floats = shift?.cashRegisterShifts.flatMap(({ startBalances }) => startBalances) ?? []
  return {
    count: counted.length,
    voided: own.length - counted.length,
    amount: sum(counted.map(({ amount }) => amount)),
    tips: sum(counted.map(({ tipAmount }) => tipAmount)),
    floats: sum(floats.map(({ balance }) => balance)),
    of: (methodId: string) =>
      sum(counted.filter((each) => each.paymentMethodId === methodId).map(({ amount }) => amount)),
  }
}

export const cash = 'tpm-efectivo'
export const cards = ['tpm-debito', 'tpm-credito', 'tpm-transferencia']

/** Counts the existing amounts, and `off` more of some methods. */
export function counted(
  store: Till,
  shiftId: string,
  draft: CountDraft,
  off: Record<string, number> = {},
): CountDraft {
  const till = tillOf(store, shiftId)
  const inDrawers = till.floats + till.of(cash) + (off[cash] ?? 0)
  return {
    ...draft,
    cashMethodId: cash,
    registers: draft.registers.map((register, index) => ({
      ...register,
      pieces: index === 0 ? { '1000': 20, '100': 5 } : { '500': 2 },
      loose: typed(index === 0 ? inDrawers - 21_500 : ''),
    })),
    slips: draft.slips.map((slip) =>
      cards.includes(slip.id)
        ? { ...slip, total: typed(till.of(slip.id) + (off[slip.id] ?? 0)) }
        : slip,
    ),
    float: typed(100_000),
  }
}

export async function keep(
  store: Till,
  shiftId: string,
  change: (draft: CountDraft) => CountDraft,
) {
  const { count } = valueOfOk(await store.call('shifts.show', { shiftId }))
  return valueOfOk(
    await store.call('shifts.saveCount', {
      shiftId,
      before: count.draft,
      after: change(count.draft),
    }),
  ).count
}

export async function finish(store: Till, shiftId: string): Promise<Result<ShiftView>> {
  const { count } = valueOfOk(await store.call('shifts.show', { shiftId }))
  return store.call('shifts.finishCounting', { shiftId, revision: count.revision })
}

/** Signs with the whole checklist accepted, unless a test says otherwise. */
export async function close(
  store: Till,
  shiftId: string,
  how: { accepted?: string[]; pin?: string | null; tapId?: string; basis?: string } = {},
): Promise<Result<CloseOut>> {
  const { basis } = valueOfOk(await store.call('shifts.show', { shiftId }))
  const checklist = valueOfOk(await store.call('shifts.checklist', { shiftId }))
  return store.call(
    'shifts.close',
    {
      shiftId,
      tapId: tap(),
      basis: basis ?? 'none',
      name: 'Marta Encargada',
      pin: null,
      accepted: checklist.map(({ code }) => code),
      ...how,
    },
    office,
  )
}

export const endedShift = ({ practice }: Pick<Till, 'practice'>): string =>
  practice.till.shifts().findLast(({ endedAt }) => endedAt !== null)?._id ?? ''

export const openShift = ({ practice }: TestStore): string =>
  practice.till.shifts().at(-1)?._id ?? ''

export async function closeEnded(store: TestStore): Promise<CloseOut> {
  const shiftId = endedShift(store)
  await readShift(store, shiftId)
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
  valueOfOk(await finish(store, shiftId))
  return valueOfOk(await close(store, shiftId))
}
