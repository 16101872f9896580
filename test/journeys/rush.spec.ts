import { tries } from '#test/support/tries.ts'
import { expectAccessible } from './axe.ts'
import { takePictures } from './picture.ts'
import { expect, test } from './store.ts'

test.describe('without an undo', () => {
  test.use({ settings: { undoSeconds: 0 } })
  const many = tries(30, 60)
  test(`${String(many)} orders in a rush: every one is on the queue, and its bump is sent once`, async ({
    store,
  }) => {
    const orders = await Promise.all(
      Array.from({ length: many }, () =>
        store.practice.placeOrder({ deliveryType: 'go', isScheduled: false }),
      ),
    )
    const first = store.page.getByRole('article').first()
    await expect(first).toHaveAttribute('aria-setsize', String(many))
    expect(await store.page.getByRole('article').count()).toBeLessThan(many / 2)
    // A few at a time, as a person would; the other cards move up afterwards. Keys don't count
    // while cards move, so they are pressed until fewer cards are left.
    const ofFirst = (attribute: string) =>
      store.page.evaluate<number>(
        `Number(document.querySelector('article')?.getAttribute('${attribute}') ?? 0)`,
      )
    const left = () => ofFirst('aria-setsize')
    for (let before = many; before > 0; before = await left()) {
      await expect.poll(() => ofFirst('aria-posinset')).toBeLessThanOrEqual(1)
      await expect
        .poll(async () => {
          for (const key of '1234') await store.page.keyboard.press(key)
          return left()
        })
        .toBeLessThan(before)
    }
    await expect(store.page.getByText('All clear')).toBeVisible()
    const reported = (): string[] =>
      store.practice
        .effects()
        .filter(({ operation }) => operation === 'preparation-ready')
        .map(({ subject, count }) => `${subject} ${count}`)
        .toSorted()
    await expect.poll(reported).toEqual(orders.map(({ _id }) => `${_id} 1`).toSorted())
  })
})

test.describe('with a long undo', () => {
  test.use({ settings: { undoSeconds: 8 }, list: true })
  test('the queue in a rush has no axe violation', { tag: '@picture' }, async ({ store }) => {
    store.practice.startRush({ ordersPerMinute: 60, openWith: 14, maxOpen: 22 })
    const first = store.page.getByRole('article').first()
    await expect(first).toHaveAttribute('aria-setsize', /^(9|\d\d)$/)
    store.practice.stopRush()
    await store.call('connection.resume', {})
    await store.practice.eventsSettled()
    await expect(store.page.getByRole('link', { name: 'Connection: All good' })).toBeVisible()
    await expectAccessible(store.page, 'wall-in-a-rush')
    await takePictures(store.page, 'wall')
  })
})

test('ten orders fit on 1280x800 without scrolling', async ({ store }) => {
  for (let n = 0; n < 10; n++)
    await store.post({
      type: 'ecommerce.order.created',
      eventId: `fit-${n}`,
      date: '2026-11-20T15:00:00.000Z',
      storeId: store.practice.storeId,
      data: {
        order: {
          _id: `fit-${n}`,
          code: String(7000 + n),
          deliveryType: 'go',
          createdAt: '2026-11-20T15:00:00.000Z',
          deliverAt: `2026-11-20T15:${10 + n}:00.000Z`,
          items: [
            { _id: 'a', amount: 2, product: { _id: 'p', name: 'Hamburguesa clásica' } },
            { _id: 'b', amount: 1, product: { _id: 'q', name: 'Papas medianas' } },
          ],
        },
      },
    })
  for (let n = 0; n < 10; n++) {
    const button = store.card(String(7000 + n)).getByRole('button', { name: /^Ready/ })
    await expect(button).toBeInViewport({ ratio: 1 })
  }
})
