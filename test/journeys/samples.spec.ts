import { expect, test, type Store } from './store.ts'
import { put } from '../support/put.ts'
import { sample, sampleText, webhookSamples } from '../support/samples.ts'

/**
 * The code that a sample gets instead of 15244, in its ids as well: several samples are of that
 * order, and each must be readable as the first that is known of it.
 */
const ownCode: Record<string, string> = {
  'order-created-sloppy-types': '15250',
  'delivery-updated-searching': '15251',
  'delivery-updated-assigned': '15252',
  'delivery-updated-back-to-searching': '15253',
  'delivery-updated-picked-up': '15254',
  'delivery-updated-completed': '15255',
}

/** A sample with another code. */
const recoded = (name: string, code: string): Record<string, unknown> =>
  JSON.parse(sampleText(name).replaceAll('15244', code)) as Record<string, unknown>

/** What a cook reads on the card once the sample has arrived; null if the wall does not show it. */
const onTheWall: Record<string, { code: string; reads: string[] } | null> = {
  'order-created-delivery': {
    code: '15244',
    reads: [
      'Delivery',
      'Nicolás L.',
      'Hamburguesa clásica',
      '2× Queso',
      'Tocino',
      'Sin cebolla',
      'Sin sal, por favor',
      'Coca Zero',
    ],
  },
  'order-created-pickup': {
    code: '15245',
    reads: [
      'Pickup',
      'María José Ñ.',
      'Tabla 30 piezas',
      '2× Soya',
      'Alergia a los mariscos 🦐, avisar en cocina',
    ],
  },
  'order-created-large': {
    code: '15247',
    reads: ['Table', 'Mesa 7', 'Pizza napolitana', 'Bien cocida', 'Copa de vino'],
  },
  // It is promised for an hour of a fixed day: see the scheduled journey below.
  'order-created-scheduled': null,
  'order-created-sloppy-types': {
    code: '15250',
    reads: ['Pickup', 'María José Ñ.', 'Tabla 30 piezas', 'Alergia'],
  },
  'delivery-updated-searching': { code: '15251', reads: ['Delivery', 'Finding a driver'] },
  'delivery-updated-assigned': { code: '15252', reads: ['Driver assigned', 'Code 369'] },
  'delivery-updated-back-to-searching': { code: '15253', reads: ['Finding a driver'] },
  'delivery-updated-picked-up': null,
  'delivery-updated-completed': null,
  'process-running': null,
  'process-finished': null,
}

test('every sample is shown on the wall as a cook has to read it, or brings no card', async ({
  store,
}) => {
  expect(Object.keys(onTheWall).toSorted()).toEqual(webhookSamples)
  // The last one is visible, which proves that those that bring no card were read as well.
  const isShown = (name: string): boolean => onTheWall[name] !== null
  for (const name of webhookSamples.toSorted(
    (one, other) => Number(isShown(one)) - Number(isShown(other)),
  ))
    expect(await store.post(recoded(name, ownCode[name] ?? '15244')), name).toBe(200)
  const shown = Object.values(onTheWall).filter((expected) => expected !== null)
  for (const { code, reads } of shown) {
    const card = store.card(code)
    await expect(card).toBeVisible()
    for (const text of reads) await expect(card, code).toContainText(text)
  }
  // The scheduled order is on the wall from the day of its promise on.
  const others = new RegExp([...shown.map(({ code }) => code), '15246'].join('|'))
  await expect(store.page.getByRole('article').filter({ hasNotText: others })).toHaveCount(0)
})

/** The whole day of the samples, in the order in which they were made. */
async function followTheDay(store: Store): Promise<void> {
  for (const name of [
    'order-created-delivery',
    'delivery-updated-searching',
    'delivery-updated-assigned',
  ])
    await store.post(sample(name))
  await expect(store.card('15244')).toContainText('Driver assigned')
  await store.post(sample('delivery-updated-back-to-searching'))
  await expect(store.card('15244')).toContainText('Finding a new driver')
  await store.post(sample('delivery-updated-assigned'))
  await store.post(sample('delivery-updated-picked-up'))
  // Nobody bumped it, so somebody has to see it.
  await expect(store.card('15244')).toContainText('Closed elsewhere')
  await store
    .card('15244')
    .getByRole('button', { name: /^Got it/ })
    .click()
  await expect(store.card('15244')).toBeHidden()
}

/** A scheduled order waits in its lane until its preparation must begin. */
async function schedule(store: Store): Promise<void> {
  const scheduled = (id: string, code: string, minutes: number) => {
    const body = sample('order-created-scheduled') as { data: { order: object } }
    const deliverAt = new Date(Date.now() + minutes * 60_000).toISOString()
    Object.assign(body.data.order, { _id: id, code, deliverAt })
    return { ...body, eventId: id }
  }
  // The sample takes 40 minutes to prepare.
  await store.post(scheduled('soon', '501', 30))
  await store.post(scheduled('later', '502', 180))
  const card = store.card('501')
  for (const text of ['Oficina Piso 12', 'Hamburguesa clásica', 'Papas medianas'])
    await expect(card).toContainText(text)
  await expect(store.card('502')).toHaveCount(0)
  await store.page.getByRole('button', { name: /Scheduled/ }).click()
  await expect(store.page.getByRole('region', { name: 'Scheduled' })).toContainText('502')
}

/** An odd order stands on the wall, and says what of it couldn’t be read. */
async function readOddOrder(store: Store): Promise<void> {
  const odd: [path: string, value: unknown][] = [
    ['data.order.items.0.amount', 'dos'],
    ['data.order.items.0.unitPrice', '105,50'],
    ['data.order.items.1', 'Pan amasado'],
    ['data.order.address', 'Av. Apoquindo 3000'],
    ['data.order.promotionIds', [null]],
    ['data.order.isScheduled', 0],
  ]
  // The platform sends each event once, so this one has another id than the day's.
  const sound = { ...recoded('order-created-delivery', '15260'), eventId: 'evt-odd' }
  const body = odd.reduce<unknown>((reported, [path, value]) => put(reported, path, value), sound)
  expect(await store.post(body)).toBe(200)
  const card = store.card('15260')
  for (const text of [
    'Part of this order couldn’t be read',
    '?×Hamburguesa clásica',
    'Couldn’t read: quantity',
    '1×Pan amasado',
  ])
    await expect(card).toContainText(text)
  await store.page.getByRole('button', { name: 'Details 15260' }).click()
  const detail = store.page.getByRole('dialog', { name: 'Order 15260' })
  await expect(detail).toContainText(
    '4 fields couldn’t be read: items.0.amount, address, items.0.unitPrice, promotionIds.0',
  )
  await store.page.keyboard.press('Escape')
  // The next message can be read, so there is nothing to report any more.
  expect(
    await store.post({
      ...sound,
      eventId: 'evt-sound',
      date: '2026-11-20T15:09:00.000Z',
    }),
  ).toBe(200)
  await expect(card).toContainText('2×Hamburguesa clásica')
  await expect(card).not.toContainText('couldn’t be read')
}

test('an odd order, the day of one and scheduled ones are each shown as they should', async ({
  store,
}) => {
  // First, because a tap does nothing right after a card has left.
  await test.step('an odd order', () => readOddOrder(store))
  await test.step('the day of an order', () => followTheDay(store))
  await test.step('a scheduled order', () => schedule(store))
})
