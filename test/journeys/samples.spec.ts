import { expect, test } from './store.ts'
import { put } from '../support/put.ts'
import { sample, webhookSamples } from '../support/samples.ts'

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
    code: '15244',
    reads: ['Pickup', 'María José Ñ.', 'Tabla 30 piezas', 'Alergia'],
  },
  'delivery-updated-searching': { code: '15244', reads: ['Delivery', 'Finding a driver'] },
  'delivery-updated-assigned': { code: '15244', reads: ['Driver assigned', 'Code 369'] },
  'delivery-updated-back-to-searching': { code: '15244', reads: ['Finding a driver'] },
  'delivery-updated-picked-up': null,
  'delivery-updated-completed': null,
  'process-running': null,
  'process-finished': null,
}

/** Samples of the same order are shown apart: each may be the first that is known of it. */
const shownTogether = [
  ['order-created-delivery', 'order-created-pickup', 'order-created-large'],
  ['order-created-sloppy-types'],
  ['delivery-updated-searching'],
  ['delivery-updated-assigned'],
  ['delivery-updated-back-to-searching'],
]

test('every sample has an expectation', () => {
  expect(Object.keys(onTheWall).toSorted()).toEqual(webhookSamples)
  const shown = Object.keys(onTheWall).filter((name) => onTheWall[name] !== null)
  expect(shownTogether.flat().toSorted()).toEqual(shown.toSorted())
})

for (const names of shownTogether)
  test(`shown on the wall: ${names.join(', ')}`, async ({ store }) => {
    for (const name of names) expect(await store.post(sample(name))).toBe(200)
    for (const name of names) {
      const { code = '', reads = [] } = onTheWall[name] ?? {}
      const card = store.card(code)
      await expect(card).toBeVisible()
      for (const text of reads) await expect(card).toContainText(text)
    }
  })

test('other samples bring no card', async ({ store }) => {
  for (const [name, expected] of Object.entries(onTheWall))
    if (expected === null) expect(await store.post(sample(name)), name).toBe(200)
  // Another order proves that the samples were read before the test looks at the wall.
  expect(await store.post(sample('order-created-large'))).toBe(200)
  await expect(store.card('15247')).toBeVisible()
  // The scheduled order is on the wall from the day of its promise on.
  await expect(store.page.getByRole('article').filter({ hasNotText: /15247|15246/ })).toHaveCount(0)
})

test('the whole day of the samples, in the order in which they were made', async ({ store }) => {
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
  await expect(store.card('15244')).toBeHidden()
})

test('a scheduled order waits in its lane until its preparation must begin', async ({ store }) => {
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
})

test('an odd order stands on the wall, and says what of it couldn’t be read', async ({ store }) => {
  const odd: [path: string, value: unknown][] = [
    ['data.order.items.0.amount', 'dos'],
    ['data.order.items.0.unitPrice', '105,50'],
    ['data.order.items.1', 'Pan amasado'],
    ['data.order.address', 'Av. Apoquindo 3000'],
    ['data.order.promotionIds', [null]],
    ['data.order.isScheduled', 0],
  ]
  const sound: unknown = sample('order-created-delivery')
  const body = odd.reduce((reported, [path, value]) => put(reported, path, value), sound)
  expect(await store.post(body)).toBe(200)
  const card = store.card('15244')
  for (const text of [
    'Part of this order couldn’t be read',
    '?×Hamburguesa clásica',
    'Couldn’t read: quantity',
    '1×Pan amasado',
  ])
    await expect(card).toContainText(text)
  await store.page.getByRole('button', { name: 'Details 15244' }).click()
  const detail = store.page.getByRole('dialog', { name: 'Order 15244' })
  await expect(detail).toContainText(
    '4 fields couldn’t be read: items.0.amount, address, items.0.unitPrice, promotionIds.0',
  )
  await store.page.keyboard.press('Escape')
  // The next message can be read, so there is nothing to report any more.
  expect(
    await store.post({
      ...sample('order-created-delivery'),
      eventId: 'evt-sound',
      date: '2026-11-20T15:09:00.000Z',
    }),
  ).toBe(200)
  await expect(card).toContainText('2×Hamburguesa clásica')
  await expect(card).not.toContainText('couldn’t be read')
})
