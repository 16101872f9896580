import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { valueOfOk, tap } from '#test/support/reservations.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'

/** Two orders, one of which is bumped and confirmed by the platform. */
async function openStore(): Promise<{ store: TestStore; bumped: string; open: string }> {
  const store = await openTestStore()
  valueOfOk(await store.call('settings.change', { undoSeconds: 0 }))
  store.practice.setReceiver(store.host.webhookUrl)
  const { _id: bumped } = await store.practice.placeOrder()
  const { _id: open } = await store.practice.placeOrder()
  await expect.poll(() => store.ticket(open)).toBeDefined()
  valueOfOk(await store.call('tickets.markReady', { ticketId: bumped, tapId: tap() }))
  await expect
    .poll(async () => (await store.ticket(bumped))?.bump?.delivery.state)
    .toBe('confirmed')
  return { store, bumped, open }
}

async function whileClosed(store: TestStore, sql: string): Promise<void> {
  await store.host.close()
  const db = new DatabaseSync(store.file, { enableForeignKeyConstraints: false })
  db.exec(sql)
  db.close()
  await store.restart()
}

const reported = ({ practice }: TestStore): number =>
  practice
    .effects()
    .filter(({ operation }) => operation === 'preparation-ready')
    .reduce((sum, { count }) => sum + count, 0)

test('tickets with damaged rows are rebuilt from the inbox; a bump stays, and is not sent again', async () => {
  const { store, bumped, open } = await openStore()
  const before = { open: await store.ticket(open), bumped: await store.ticket(bumped) }
  expect(reported(store)).toBe(1)
  await whileClosed(store, `UPDATE tickets SET known = replace(known, '{', '[')`)
  await expect.poll(() => store.ticket(bumped)).toBeDefined()
  expect(await store.ticket(open)).toEqual(before.open)
  expect(await store.ticket(bumped)).toMatchObject({
    stage: before.bumped?.stage,
    bump: { delivery: { state: 'confirmed' } },
  })
  const { tickets } = valueOfOk(await store.call('tickets.list', {}))
  expect(tickets.map(({ id }) => id)).toEqual([open])
  expect(valueOfOk(await store.call('status.get', {}))).toMatchObject({ setAside: 2 })
  expect(store.log.text()).toContain('order read again')
  valueOfOk(await store.call('tickets.recall', { ticketId: bumped }))
  valueOfOk(await store.call('tickets.markReady', { ticketId: bumped, tapId: tap() }))
  await expect
    .poll(async () => (await store.ticket(bumped))?.bump?.delivery.state)
    .toBe('confirmed')
  expect(reported(store)).toBe(1)
})
