import { expect, test } from 'vitest'
import type { Result } from '#contract/shared/result.ts'
import type { WasteFilter, WastePage } from '#contract/waste/waste.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'

const valueOf = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail ?? ''}`)
  return result.value
}

const everything: WasteFilter = { ingredient: null, voided: null }
const dayMs = 86_400_000
const day = (back: number): string => new Date(Date.now() - back * dayMs).toISOString().slice(0, 10)

async function readMonth(store: TestStore) {
  const { id } = valueOf(await store.call('waste.read', { from: day(40), to: day(-1) }))
  const list = async (filter = everything, page = 1): Promise<WastePage> =>
    valueOf(await store.call('waste.list', { jobId: id, filter, page }))
  await expect.poll(async () => (await list()).job.state).toBe('done')
  return { id, list }
}

test('reads a month of waste, with each ingredient by its unit and every day of it', async () => {
  const store = await openTestStore()
  const { list } = await readMonth(store)
  const page = await list()
  expect(page).toMatchObject({ total: 48, unsummed: 0, page: 1, pages: 1 })
  expect(page.job).toMatchObject({ items: 48, complete: true, leftOut: 0, outside: 0 })
  expect(page.voided).toBe(page.incidents.filter(({ voidedAt }) => voidedAt !== null).length)
  expect(page.voided).toBeGreaterThan(0)
  expect(page.days).toHaveLength(42)
  expect(page.days.reduce((sum, { incidents }) => sum + incidents, 0)).toBe(page.counting)

  const [max] = page.ingredients
  if (max === undefined) throw new Error('nothing was thrown away')
  const ofIt = await list({ ...everything, ingredient: max.key, voided: false })
  expect(ofIt.total).toBe(max.incidents)
  // The practice till has grams and kilograms in whole thousandths.
  const quantity = ofIt.days.reduce((sum, each) => sum + Math.round(each.quantity * 1000), 0)
  expect(quantity).toBe(Math.round(max.quantity * 1000))
  // The choices do not depend on the current filter.
  expect(ofIt.ingredients).toEqual(page.ingredients)
})

test('what was thrown away before the day begins belongs to the night before', async () => {
  const store = await openTestStore()
  const { list } = await readMonth(store)
  const { incidents } = await list()
  const at = Date.parse(incidents.at(-1)?.at ?? '')
  const border = new Date(at + 60_000).toLocaleTimeString('sv', {
    ...{ timeZone: 'America/Santiago', hour: '2-digit', minute: '2-digit' },
  })
  const dayOf = (ms: number) =>
    new Date(ms).toLocaleDateString('sv', { timeZone: 'America/Santiago' })
  const first = async () => (await list()).days.find((each) => each.incidents > 0)?.day
  valueOf(await store.call('settings.change', { businessDayBorder: border }))
  expect(await first()).toBe(dayOf(at - dayMs))
})

test('the table has a row for each ingredient of each incident', async () => {
  const store = await openTestStore()
  const { id, list } = await readMonth(store)
  const { incidents } = await list()
  const table = valueOf(
    await store.call('waste.table', { jobId: id, filter: { ...everything, voided: true } }),
  )
  const voided = incidents.filter(({ voidedAt }) => voidedAt !== null)
  expect(table.trimEnd().split('\n')).toHaveLength(
    1 + voided.reduce((sum, { ingredients }) => sum + ingredients.length, 0),
  )
  expect(table).toContain(voided[0]?.code)
})
