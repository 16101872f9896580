import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Reservation } from '#contract/reservations/reservations.ts'
import {
  booking,
  counter,
  valueOfOk,
  openReservationStore,
  stateOf,
  type OpenedReservations,
} from '#test/support/reservations.ts'

// The machine stops after each commit of a change and starts again from the file as it was then. A
// person answers every decision by what the platform has. In the end there must be exactly one
// reservation.

const quarter = 15 * 60_000
/** A change has fewer commits than this. */
const maxCommits = 14
const path = '/reservations/reservation'
/** The database, its WAL, and the number of the last commit. */
const files = ['', '-wal', '-last']

const liveAt = ({ store }: OpenedReservations) =>
  store.practice.reservations().filter(({ cancelledAt }) => cancelledAt === null)

/** Whether the platform has the reservation, found by our reference as a person would find it. */
const isThere = (
  opened: OpenedReservations,
  { reference }: Pick<Reservation, 'reference'>,
): boolean => liveAt(opened).some(({ specialRequests }) => specialRequests?.includes(reference))

async function all({ call }: OpenedReservations): Promise<Reservation[]> {
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  return valueOfOk(await call('reservations.list', { from: day(-2), to: day(4) }, counter))
    .reservations
}

/** Answers the decision that a reservation needs; false if it needs none. */
async function answer(opened: OpenedReservations, one: Reservation): Promise<boolean> {
  const { decide, store } = opened
  if (stateOf(one) === 'unknown') {
    valueOfOk(await decide(one.id, isThere(opened, one) ? 'mark-done' : 'retry'))
    return true
  }
  const state = one.cancellation?.delivery?.state
  if (state !== 'unknown' && state !== 'refused') return false
  const match = liveAt(opened).find(({ specialRequests }) =>
    specialRequests?.includes(one.reference),
  )
  if (match !== undefined) {
    const { v3, token } = store.practice
    const headers = { authorization: `Bearer ${token}` }
    const there = await fetch(`${v3}${path}/${match._id}`, { method: 'DELETE', headers })
    expect(there.ok).toBe(true)
  }
  valueOfOk(await decide(one.id, 'mark-done', 'reservation-cancel'))
  return true
}

const isOnItsWay = (one: Reservation): boolean =>
  ['held', 'queued', 'sending'].includes(stateOf(one) ?? '') ||
  ['queued', 'sending'].includes(one.cancellation?.delivery?.state ?? '')

/** Runs until nothing is being sent and no decision is open. */
async function settleAll(opened: OpenedReservations): Promise<void> {
  await expect
    .poll(async () => {
      await opened.clock.advance(5_000)
      const reservations = await all(opened)
      const asked = await Promise.all(reservations.map((one) => answer(opened, one)))
      return asked.includes(true) || reservations.some(isOnItsWay)
    })
    .toBe(false)
}

/** Starts a change and stops the machine after this many commits that screens were notified of. */
async function stoppedAfter(commits: number, opened: OpenedReservations, startsAt: string) {
  const { store, take, becomes, change, clock } = opened
  const { id } = valueOfOk(await take())
  await becomes(id, 'confirmed')
  const stored = `${store.file}.kept`
  let reported = 0
  store.listen(({ type }) => {
    if (type !== 'reservations.changed' || ++reported !== commits) return
    for (const end of files)
      if (existsSync(store.file + end)) copyFileSync(store.file + end, stored + end)
    // A dead machine sends nothing, so the platform must not receive the request either.
    store.practice.misbehave({ path, kind: 'drop-before-effect' })
  })
  valueOfOk(await change(id, { startsAt }))
  for (let turn = 0; turn < 20 && !existsSync(stored); turn++) await clock.advance(2_000)
  store.listen(() => undefined)
  await store.host.close()
  const isStopped = existsSync(stored)
  if (isStopped) {
    for (const end of [...files, '-shm']) rmSync(store.file + end, { force: true })
    for (const end of files)
      if (existsSync(stored + end)) copyFileSync(stored + end, store.file + end)
  }
  store.practice.behave()
  await store.restart()
  return isStopped
}

test.each([
  ['the new one is booked first', 12 * quarter, false],
  ['the new one is booked first, the answer to the cancellation is lost', 12 * quarter, true],
  ['the old one is cancelled first', quarter, false],
  ['the old one is cancelled first, the answer to that is lost', quarter, true],
])(
  '%s: whenever the machine stops, one reservation is left',
  async (_title, ahead, isLost) => {
    const startsAt = new Date(Date.parse(booking().startsAt) + ahead).toISOString()
    let stops = 0
    for (let commits = 1; commits <= maxCommits; commits++) {
      const opened = await openReservationStore()
      if (isLost)
        opened.store.practice.misbehave({ path: `${path}/`, kind: 'drop-after-effect', times: 1 })
      const isStopped = await stoppedAfter(commits, opened, startsAt)
      await settleAll(opened)
      expect(liveAt(opened), `after commit ${String(commits)}`).toMatchObject([{ startsAt }])
      const active = (await all(opened)).filter(({ visit }) => visit !== 'cancelled')
      expect(active, `after commit ${String(commits)}`).toMatchObject([
        { startsAt, delivery: { state: 'confirmed' } },
      ])
      if (!isStopped) break
      stops++
    }
    expect(stops).toBeGreaterThanOrEqual(3)
  },
  60_000,
)
