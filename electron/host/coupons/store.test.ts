import { expect, onTestFinished, test } from 'vitest'
import type { StoredCoupon } from '#domain/coupons/stored-coupon.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase } from '../db/open.ts'
import { Rows } from '../db/rows.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxEntry } from '../outbox/rules.ts'
import { CouponStore } from './store.ts'

const coupon = (n: number): StoredCoupon => ({
  id: `c${String(n)}`,
  type: null,
  values: {},
  totalRedemptions: null,
  createdAt: null,
  deletedAt: null,
  unread: [],
  readAt: new Date(n * 1_000).toISOString(),
})

test('the 500 that were read last are kept, and what has a change that is not over', () => {
  const db = openDatabase(newDatabase())
  onTestFinished(() => db.close())
  const change = { payload: { salt: '', before: {}, changed: {} } } as unknown as OutboxEntry
  const store = new CouponStore({
    db,
    rows: (format) => new Rows(db, createRecordingLog(), format),
    outbox: { open: (_, id) => (id === 'c1' ? change : null) } as Outbox,
    notify: () => undefined,
  })
  store.save(Array.from({ length: 503 }, (_, n) => coupon(n)))
  expect(store.all()).toHaveLength(501)
  expect([0, 1, 2, 3].filter((n) => store.load(`c${String(n)}`) !== null)).toEqual([1, 3])
})
