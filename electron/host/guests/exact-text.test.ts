import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { counter, valueOfOk, openReservationStore } from '#test/support/reservations.ts'
import { becomes, change, openCoupons, welcome } from '#test/support/coupons.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { openTestStore } from '#test/support/kitchen.ts'

// Text is stored and sent code point by code point, including direction marks and joiners.

const names = [
  '\u202bright-to-left\u202c',
  '\u200fאנה\u200e \u2067محمد\u2069',
  '👩‍👩‍👧 Ñuñoa\u200b\ufeff x',
  '\u202egnp.exe\ufffd',
]

interface Row {
  name: string
}
const isList = (data: unknown): data is { data: { items: Row[] } } =>
  typeof data === 'object' && data !== null && JSON.stringify(data).includes('"items"')

/** A platform whose clients have these names. */
const openNamed = () =>
  openGoBetween({
    data(path, data) {
      if (!path.startsWith('/royalty/clients') || !isList(data)) return data
      const items = data.data.items.map((row, nth) => ({ ...row, name: names[nth] ?? row.name }))
      return { ...data, data: { ...data.data, items } }
    },
  })

test('a guest’s name reaches the platform as the platform wrote it, and so does what is typed', async () => {
  const between = await openNamed()
  const { store, take, becomes: turns } = await openReservationStore({ between })
  const { guests } = valueOfOk(await store.call('guests.list', { text: '', page: 1 }, counter))
  expect(guests.slice(0, names.length).map(({ name }) => name)).toEqual(names)
  for (const firstName of names) {
    between.sent.length = 0
    const typed = {
      firstName,
      requests: 'Torta para \u200fאנה 👩‍👩‍👧',
      allergies: 'al\u200blergia',
      tableIds: [],
    }
    const { id, reference } = valueOfOk(await take(typed))
    await turns(id, 'confirmed')
    const body = between.sent.find((each) => each.includes('"partySize"')) ?? ''
    expect(body).toContain(`"firstName":${JSON.stringify(firstName)}`)
    const requests = `${typed.requests}\nAllergies: ${typed.allergies}\n[${reference}]`
    expect(body).toContain(`"specialRequests":${JSON.stringify(requests)}`)
  }
})

test('a coupon’s name and description leave as they were typed', async () => {
  const between = await openGoBetween()
  const { store, clock } = await openCoupons(between)
  const changed = { name: names[1] ?? '', description: names[2] ?? '' }
  await change(store, welcome, { name: 'Bienvenida' }, changed)
  await becomes(store, clock, welcome, null)
  expect(between.sent.filter((body) => body.startsWith('{"coupon"'))).toEqual([
    JSON.stringify({ coupon: changed }),
  ])
})

test('the export of guests has every name byte by byte', async () => {
  const store = await openTestStore({ between: await openNamed() })
  const path = join(dirname(store.file), 'guests.csv')
  valueOfOk(await store.call('guests.export', { path }))
  await expect
    .poll(async () => valueOfOk(await store.call('guests.exportState', {}))?.job.state)
    .toBe('done')
  const file = readFileSync(path)
  for (const name of names) expect(file.includes(Buffer.from(`,${name},`, 'utf8'))).toBe(true)
})
