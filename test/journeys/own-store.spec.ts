import type { Status } from '#contract/status/status.ts'
import { health, openAlerts } from './house.ts'
import { takePictureToLookAt } from './picture.ts'
import { expect, test, type Store } from './store.ts'

const order = { deliveryType: 'go', isScheduled: false } as const

async function statusOf(store: Store): Promise<Status> {
  const answer = (await store.call('status.get', {})) as { value: Status }
  return answer.value
}

/** How often the app has logged that the token has no access to the store. */
const timesLogged = (store: Store): number =>
  store.output().split('doesn’t give access to the store that is set').length - 1

test.describe('an id that the token does not see', () => {
  test.use({ storeId: 'Colón', list: true })

  test('is shown on the wall, on the terminal and in the status, and the right id brings what came meanwhile', async ({
    store,
  }) => {
    const { code } = await store.practice.placeOrder(order)
    const rail = store.page.getByRole('region', { name: 'Alerts' })
    await expect(rail).toContainText('The access key isn’t for this store')
    await expect(rail).toContainText('The access key is for 2 stores: Colón, Punta Arenas.')
    await expect(health(store)).toContainText('Wrong store')
    await expect(store.page.getByText('All clear')).toBeHidden()
    expect(await statusOf(store)).toMatchObject({
      storeSeen: { state: 'not-seen', stores: 2, names: ['Colón', 'Punta Arenas'] },
      inbox: { elsewhere: 1 },
    })
    await expect.poll(() => timesLogged(store)).toBe(1)
    expect(store.output()).toContain('it sees 2 (Colón, Punta Arenas)')

    await takePictureToLookAt(store.page, 'wrong-store-wall')
    await expect(await openAlerts(store)).toBeVisible()
    await takePictureToLookAt(store.page, 'wrong-store-alert')
    await store.page.keyboard.press('Escape')
    await health(store).click()
    await expect(store.page.getByRole('heading', { name: 'Check the connection' })).toBeVisible()
    await expect(store.page.getByText('the access key isn’t for this store').first()).toBeVisible()
    await takePictureToLookAt(store.page, 'wrong-store-connection', true)
    await expect(store.page.getByText(/^checked/)).toBeHidden()

    store.give(store.practice.storeId)
    await store.restart()
    await expect(store.card(code)).toBeVisible()
    await expect(health(store)).not.toContainText('Wrong store')
    expect((await statusOf(store)).inbox).toMatchObject({ unread: 0, elsewhere: 0 })
    expect(timesLogged(store)).toBe(0)
  })
})

test('a store that is taken from the token and given back heals by itself, or when somebody asks', async ({
  store,
}) => {
  store.practice.showStores([])
  await store.restart()
  await expect(health(store)).toContainText('Wrong store')
  const { code } = await store.practice.placeOrder(order)
  // Events still arrive and contain the id that was entered.
  await expect(store.card(code)).toBeVisible()
  store.practice.showStores(null)
  const list = await openAlerts(store)
  await list.getByRole('button', { name: 'Try again now' }).click()
  await expect(list.getByText('Nothing needs attention')).toBeVisible()
  await store.page.keyboard.press('Escape')
  await expect(health(store)).not.toContainText('Wrong store')
})

test.describe('an external id', () => {
  test.use({ storeId: 'colon', list: true })

  test('is the store: its orders stand on the wall, from both feeds', async ({ store }) => {
    const reported = await store.practice.placeOrder(order)
    await expect(store.card(reported.code)).toBeVisible()
    store.practice.setReceiver(null)
    const listed = await store.practice.placeOrder(order)
    await health(store).click()
    await store.call('connection.resume', {})
    await store.page.goto(new URL('#/', store.page.url()).href)
    await expect(store.card(listed.code)).toBeVisible()
    expect(await statusOf(store)).toMatchObject({
      store: { id: store.practice.storeId, name: 'Colón' },
      storeSeen: { state: 'seen' },
      inbox: { elsewhere: 0 },
    })
  })
})

test('a driver that goes back to searching is none, whatever is left of it', async ({ store }) => {
  const { _id, code } = await store.practice.placeOrder({ ...order, deliveryType: 'delivery' })
  const card = store.card(code)
  await store.practice.moveDriver(_id, 'assigned')
  await expect(card).toContainText('Driver assigned')
  await store.practice.moveDriver(_id, 'searching')
  await expect(card).toContainText('Finding a new driver')
  await expect(card).not.toContainText('Driver assigned')

  // As some platforms send it: a driver without any data, instead of no driver.
  const [placed] = store.practice.orders()
  const [delivery] = placed?.deliveries ?? []
  const say = (driverInformation: object, minute: number) =>
    store.post({
      type: 'ecommerce.order.delivery.updated',
      eventId: `evt-${String(minute)}`,
      date: new Date(Date.now() + minute * 60_000).toISOString(),
      storeId: store.practice.storeId,
      data: {
        order: { ...placed, deliveries: [{ ...delivery, driverInformation }] },
        delivery: { ...delivery, driverInformation },
      },
    })
  expect(await say({ name: 'Rosa', code: 'D-7' }, 1)).toBe(200)
  await expect(card).toContainText('Driver assigned')
  expect(await say({}, 2)).toBe(200)
  await expect(card).toContainText('Finding a new driver')
  await expect(card).not.toContainText('Driver assigned')
})
