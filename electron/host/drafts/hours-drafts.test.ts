import { expect, test } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import type { HoursDraft } from '#contract/drafts/drafts.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { openCoupons } from '#test/support/coupons.ts'
import type { TestStore } from '#test/support/kitchen.ts'

const office: Caller = { screen: 'office', name: 'Oficina', role: 'manager' }
const lunch = { fromMinute: 720, toMinute: 960 }
const draft: HoursDraft = {
  at: '2026-11-20T15:00:00.000Z',
  typed: { 'week.5': [lunch], 'closed.2026-12-24': true, 'special.2026-12-31': [] },
  seen: { 'week.5': [], 'special.2026-12-31': [lunch] },
}

const keep = (store: TestStore, typed: HoursDraft, base: HoursDraft | null = null) =>
  store.call('drafts.save', { kind: 'hours', subject: '', base, draft: typed }, office)
const stored = async (store: TestStore) =>
  valueOfOk(await store.call('drafts.list', {}, office)).map(({ draft: one }) => one)

test('changed hours are there after a restart and after the guests were forgotten, for 30 days', async () => {
  const { store, clock } = await openCoupons()
  valueOfOk(await keep(store, draft))
  await store.restart()
  expect(await stored(store)).toEqual([draft])
  valueOfOk(await store.call('guests.purge', {}))
  expect(await stored(store)).toEqual([draft])
  clock.sleep(30 * 24 * 3_600_000 + 1)
  expect(await stored(store)).toEqual([])
})

test('two pages of a screen change different days, and both changes stay', async () => {
  const { store } = await openCoupons()
  valueOfOk(await keep(store, draft))
  const other = { ...draft, typed: { ...draft.typed, 'week.1': [lunch] } }
  valueOfOk(await keep(store, other, draft))
  const { 'closed.2026-12-24': _, ...typed } = draft.typed
  const merged = { ...draft, typed: { ...typed, 'week.1': [lunch] } }
  expect(valueOfOk(await keep(store, { ...draft, typed }, draft)).draft).toEqual(merged)
})

test.each([
  ['a day that there is not', { 'week.8': [] }],
  ['a name without a day', { closed: true }],
  ['a text', { 'week.1': '12:00' }],
])('%s is no change of the hours', async (_title, typed) => {
  const { store } = await openCoupons()
  expect(await keep(store, { ...draft, typed } as never)).toMatchObject({
    error: { code: 'bad-input' },
  })
})

test('a text of messages that is typed is there after a restart and after the guests were forgotten', async () => {
  const { store } = await openCoupons()
  const typed = { 'ready.es': 'Tu mesa está lista, {name}', 'late.pt': 'x'.repeat(5_000) }
  const text = { kind: 'guestTexts', subject: '', base: null, draft: typed } as const
  valueOfOk(await store.call('drafts.save', text, office))
  await store.restart()
  valueOfOk(await store.call('guests.purge', {}))
  expect(await stored(store)).toEqual([typed])
})
