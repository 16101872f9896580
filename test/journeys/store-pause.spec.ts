import type { Status } from '#contract/status/status.ts'
import { goTo } from './go-to.ts'
import { expect, test, type Store } from './store.ts'
import { banner, counted, pause, pauseCard, pauses } from './store-room.ts'

const closedUntil = ({ practice }: Store): string | null | undefined =>
  practice.store()?.schedule.closedUntilDate
/** An instant as the store's clock shows it; in summer it is three hours behind UTC. */
const inSantiago = (instant: string | null | undefined): string =>
  new Date(Date.parse(instant ?? '') - 3 * 3_600_000).toISOString().slice(11, 16)
const sent = (store: Store): number => counted(store, 'temporary-close')

/** Sets the preparation time; anything else that was to be sent has arrived once it is confirmed. */
async function setTime(store: Store, minutes: number): Promise<void> {
  await store.call('preparationTime.set', { tapId: String(minutes), minutes, forMinutes: null })
  await expect
    .poll(() => store.call('preparationTime.get', {}))
    .toMatchObject({ value: { minutes, delivery: { state: 'confirmed' } } })
}

test.describe('late on a Wednesday evening', () => {
  // 23:30 in Santiago.
  test.use({ startsAt: '2026-11-26T02:30:00.000Z' })

  test('a pause lasts past midnight and a restart, and the day ends when the store closes', async ({
    store,
  }) => {
    // On Wednesdays it is open until two.
    const hours = { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], fromMinute: 690, toMinute: 1560 }
    store.practice.changeHoursElsewhere({ openPeriods: [hours] })
    await setTime(store, 25)
    await goTo(store.page, '/store')
    await pause(store, '60 min')
    await expect(banner(store.page)).toHaveText(/^Orders are paused until Thu 00:/)
    const end = closedUntil(store)
    const isPaused = new RegExp(`^Orders are paused until ${inSantiago(end)} \\d+ min left`)

    store.sleepUntil('2026-11-26T03:10:00.000Z')
    await expect(banner(store.page)).toHaveText(isPaused)
    await store.restart('hard')
    await expect(banner(store.page)).toHaveText(isPaused)

    store.sleepUntil('2026-11-26T03:45:00.000Z')
    await expect(banner(store.page)).toBeHidden()
    await goTo(store.page, '/store')
    await expect(pauses(store.page)).toHaveCount(1)
    await expect(pauses(store.page)).toContainText(`Paused until ${inSantiago(end)}`)
    await setTime(store, 30)
    expect(sent(store)).toBe(1)
    expect(closedUntil(store)).toBe(end)

    await pause(store, 'Until the end of today 02:00')
    await expect(banner(store.page)).toHaveText(/^Orders are paused until 02:00 /)
    expect(closedUntil(store)).toBe('2026-11-26T05:00:00.000Z')
    expect(sent(store)).toBe(2)
  })
})

test.describe('while the platform is down', () => {
  // Noon in Santiago.
  test.use({ startsAt: '2026-11-25T15:00:00.000Z' })

  test('a pause is sent once when it is back, with its own end, and never after its end', async ({
    store,
  }) => {
    const { practice } = store
    practice.misbehave({ path: '', kind: 'drop-before-effect' })
    await goTo(store.page, '/store')
    await pause(store, '60 min')
    await expect(banner(store.page)).toHaveText(
      /^The pause isn’t confirmed yet Orders may still arrive\./,
    )
    const { value } = (await store.call('status.get', {})) as { value: Status }
    const end = value.pause?.until
    await store.restart('hard')
    await expect(banner(store.page)).toHaveText(/^The pause isn’t confirmed yet/)
    store.sleepUntil('2026-11-25T15:20:00.000Z')
    practice.behave()
    await expect(banner(store.page)).toContainText(`Orders are paused until ${inSantiago(end)}`)
    expect(closedUntil(store)).toBe(end)
    expect(sent(store)).toBe(1)

    practice.misbehave({ path: '', kind: 'drop-before-effect' })
    store.sleepUntil('2026-11-25T16:10:00.000Z')
    await goTo(store.page, '/store')
    await expect(banner(store.page)).toBeHidden()
    await pause(store, '15 min')
    await expect(banner(store.page)).toHaveText(/^The pause isn’t confirmed yet/)
    store.sleepUntil('2026-11-25T16:40:00.000Z')
    await expect(banner(store.page)).toBeHidden()
    practice.behave()
    await expect
      .poll(() => store.call('status.get', {}))
      .toMatchObject({ value: { outbox: { pending: 0, unknown: 0 } } })
    await setTime(store, 25)
    expect(sent(store)).toBe(1)
    expect(closedUntil(store)).toBe(end)
    await expect(pauseCard(store.page)).toContainText('New orders stop for a while.')
    await expect(pauses(store.page).first()).toContainText(
      /Pause until 13:2\d was never confirmed.*Orders may have arrived\./,
    )
    await expect(pauses(store.page).nth(1)).toContainText(`Paused until ${inSantiago(end)}`)
  })
})
