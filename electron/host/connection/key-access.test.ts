import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { NotAllowed } from '#contract/connection/key-access.ts'
import type { Status } from '#contract/status/status.ts'
import { createDialect } from '#platform/dialect.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { readToken } from './find-platform.ts'

const statusOf = async (store: TestStore): Promise<Status> => {
  const answer = await store.call('status.get', {})
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
const notAllowed = async (store: TestStore): Promise<readonly NotAllowed[]> =>
  (await statusOf(store)).notAllowed

const listCoupons = (store: TestStore) =>
  store.call('coupons.list', { text: '', onlyThisStore: false, page: 1 })
const forbidden = (path: string) => ({ path, kind: 'status', status: 403 }) as const
const seen = (store: TestStore) =>
  expect.poll(async () => (await statusOf(store)).storeSeen.state).toBe('seen')

test('a 403 in use is known at once and after a restart, and gone when the same works again', async () => {
  const store = await openTestStore()
  await seen(store)
  expect(await notAllowed(store)).toEqual([])
  store.practice.misbehave({ ...forbidden('/ecommerce/coupons'), times: 1 })
  expect(await listCoupons(store)).toMatchObject({
    value: { error: { reason: 'rights-missing' } },
  })
  const refused = [{ area: 'coupons', what: 'read' }]
  expect(await notAllowed(store)).toEqual(refused)
  await store.restart()
  expect(await notAllowed(store)).toEqual(refused)
  expect(await listCoupons(store)).toMatchObject({ ok: true })
  expect(await notAllowed(store)).toEqual([])
})

test('a refused change is known too, and other failures say nothing about the key', async () => {
  const store = await openTestStore({ list: true })
  await seen(store)
  await store.call('settings.change', { undoSeconds: 0 })
  store.practice.misbehave(forbidden('/preparation-ready'))
  for (const status of [400, 404]) {
    store.practice.misbehave({ path: '/ecommerce/coupons', kind: 'status', status, times: 1 })
    await listCoupons(store)
  }
  store.practice.misbehave({ path: '/ecommerce/coupons', kind: 'html', times: 1 })
  await listCoupons(store)
  expect(await notAllowed(store)).toEqual([])
  const { _id } = await store.practice.placeOrder({ isScheduled: false })
  await store.call('connection.resume', {})
  await expect.poll(() => store.ticket(_id)).toBeDefined()
  await store.call('tickets.markReady', { ticketId: _id, tapId: 'tap' })
  await expect.poll(() => notAllowed(store)).toEqual([{ area: 'orders', what: 'change' }])
  // That orders can be read says nothing about marking them.
  const next = await store.practice.placeOrder({ isScheduled: false })
  await store.call('connection.resume', {})
  await expect.poll(() => store.ticket(next._id)).toBeDefined()
  expect(await notAllowed(store)).toEqual([{ area: 'orders', what: 'change' }])
})

/** Stands before the platform: accepts other keys too, and lists other permissions. */
async function inFrontOf(
  { v3, token }: Practice,
  { keys = [token], permissions = () => ['admin'] },
): Promise<string> {
  const { origin, pathname } = new URL(v3)
  const server = createServer((request, response) => {
    const key = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const authorization = `Bearer ${keys.includes(key) ? token : key}`
    void fetch(origin + (request.url ?? ''), { headers: { authorization } }).then(
      async (answer) => {
        const body = await answer.text()
        response.writeHead(answer.status)
        response.end(body.replace('["admin"]', JSON.stringify(permissions())))
      },
      () => request.socket.destroy(),
    )
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${pathname}`
}

test('another key begins without what was refused to the first, which is in no file', async () => {
  let token = 'the-first-key-of-the-store'
  const store = await openTestStore({
    inFront: (practice) => inFrontOf(practice, { keys: [token, 'the-second-key'] }),
    reach: () => ({ token }),
  })
  await seen(store)
  store.practice.misbehave({ ...forbidden('/ecommerce/coupons'), times: 1 })
  await listCoupons(store)
  expect(await notAllowed(store)).toHaveLength(1)
  token = 'the-second-key'
  await store.restart()
  expect(await notAllowed(store)).toEqual([])
  expect(store.log.text()).toContain('key is not allowed')
  expect(store.log.text()).not.toContain('the-first-key')
})

test('permissions leave an area out only where the dialect names them all, and an answer outranks them', async () => {
  const names = {
    permissionsOrders: 'orders.all',
    permissionsCoupons: 'coupons.read coupons.write',
    permissionsReservations: 'tables',
  }
  let permissions = ['orders.all']
  const store = await openTestStore({
    reach: () => ({ dialect: createDialect(names) }),
    inFront: (practice) => inFrontOf(practice, { permissions: () => permissions }),
  })
  await seen(store)
  expect(await notAllowed(store)).toEqual([
    { area: 'reservations', what: 'all' },
    { area: 'coupons', what: 'all' },
  ])
  expect(await listCoupons(store)).toMatchObject({ ok: true })
  expect(await notAllowed(store)).toEqual([{ area: 'reservations', what: 'all' }])
  permissions = ['orders.all', 'owner']
  await store.restart()
  await seen(store)
  expect(await notAllowed(store)).toEqual([])
  expect(await store.call('status.get', {})).toMatchObject({ value: { permissions } })
})

test('a key that is only tried says what it leaves out, before it is used', async () => {
  const practice = await startPractice({ clients: 100 })
  onTestFinished(() => practice.close())
  const v3Url = await inFrontOf(practice, { permissions: () => ['orders.all'] })
  const access = { v3Url, token: practice.token, allowHttp: true }
  const dialect = createDialect({ permissionsOrders: 'orders.all', permissionsStock: 'stock.all' })
  expect(await readToken(access, dialect)).toMatchObject({
    value: { permissions: ['orders.all'], notAllowed: ['stock'] },
  })
})
