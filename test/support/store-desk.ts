import { expect } from 'vitest'
import type { PreparationTime } from '#contract/preparation-time/preparation-time.ts'
import type { Pause, StoreHours } from '#contract/store-hours/store-hours.ts'
import { FakeClock } from './fake-clock.ts'
import { openTestStore, type TestStore } from './kitchen.ts'
import { counter, tap, valueOfOk } from './reservations.ts'

export interface Desk {
  readonly store: TestStore
  readonly clock: FakeClock
  preparation(): Promise<PreparationTime>
  hours(): Promise<StoreHours>
  pause(): Promise<Pause | null>
  /** Sets the preparation time at the counter. */
  set(minutes: number, forMinutes?: number | null): Promise<PreparationTime>
}

type DeskOptions = Omit<NonNullable<Parameters<typeof openTestStore>[0]>, 'clock'> & {
  clock?: FakeClock
}

/** A store with a clock of its own, which is open from noon to midnight in Santiago. */
export async function openDesk(
  start = '2026-11-24T18:00:00.000Z',
  { clock = new FakeClock(start), ...options }: DeskOptions = {},
): Promise<Desk> {
  const store = await openTestStore({ clock, ...options })
  // Its time zone is known then.
  await expect.poll(async () => valueOfOk(await store.call('status.get', {})).store).not.toBeNull()
  return {
    store,
    clock,
    preparation: async () => valueOfOk(await store.call('preparationTime.get', {}, counter)),
    hours: async () => valueOfOk(await store.call('storeHours.get', {}, counter)),
    pause: async () => valueOfOk(await store.call('status.get', {}, counter)).pause,
    set: async (minutes, forMinutes = 60) =>
      valueOfOk(
        await store.call('preparationTime.set', { tapId: tap(), minutes, forMinutes }, counter),
      ),
  }
}
