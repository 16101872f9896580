import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { post } from '#test/support/day-of-orders.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'
import { tries } from '#test/support/tries.ts'

/** Who makes each product. */
const routes: Readonly<Record<string, readonly string[]>> = {
  soup: ['grill'],
  cola: ['bar'],
  platter: ['grill', 'bar', 'rest'],
  bread: ['rest'],
}
const products = Object.keys(routes)
/** The courses of the others; cola has none. */
const courses: Readonly<Record<string, number>> = { soup: 1, platter: 2, bread: 3 }
const served = (name: string, amount = 1) => {
  const metadata = { course: courses[name] }
  return dish(name, { product: { _id: name, name, externalId: name, metadata }, amount })
}
const stations = ['grill', 'bar', 'rest']

type Step =
  | { kind: 'done'; stations: string[]; items: string[]; done: boolean; tap: number }
  | { kind: 'start'; stations: string[]; started: boolean }
  | { kind: 'undo' | 'recall' | 'acknowledge'; stations: string[] }
  | { kind: 'ready'; tap: number }
  | { kind: 'fire'; course: number; fired: boolean }
  | { kind: 'change'; item: string }
  | { kind: 'wait' | 'restart' }

const some = fc.subarray(stations)
/** Few ids of taps, so that messages are repeated. */
const tap = fc.nat({ max: 4 })
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('done' as const),
      stations: some,
      items: fc.subarray(products),
      done: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
      tap,
    }),
  },
  fc.record({ kind: fc.constant('start' as const), stations: some, started: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('undo' as const, 'recall' as const, 'acknowledge' as const),
      stations: some,
    }),
  },
  fc.record({ kind: fc.constant('ready' as const), tap }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fire' as const),
      course: fc.constantFrom(1, 2, 3),
      fired: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('change' as const), item: fc.constantFrom(...products) }),
  fc.record({ kind: fc.constantFrom('wait' as const, 'restart' as const) }),
)

/** What a kitchen with a good memory knows: when each dish was done, by product and station. */
type Memory = Map<string, number | null>
const freshly = (product: string): [string, number | null][] =>
  (routes[product] ?? []).map((station) => [`${product} ${station}`, null])

/** The memory of a kitchen in which `one` just happened and was not refused; nobody makes `held`. */
function remember(memory: Memory, one: Step, moment: number, held: readonly string[]): void {
  if (one.kind === 'change') for (const [key, value] of freshly(one.item)) memory.set(key, value)
  if (one.kind !== 'done' && one.kind !== 'undo' && one.kind !== 'recall') return
  const isMine = (key: string) => {
    const [product = '', station = ''] = key.split(' ')
    if (one.kind !== 'done') return one.stations.includes(station)
    const isItem = one.items.length === 0 || one.items.includes(product)
    return (
      isItem &&
      !held.includes(product) &&
      (one.stations.length === 0 || one.stations.includes(station))
    )
  }
  const mine = [...memory].filter(([key]) => isMine(key))
  const last = Math.max(...mine.map(([, at]) => at ?? -1))
  for (const [key, at] of mine)
    if (one.kind === 'done') memory.set(key, one.done ? (at ?? moment) : null)
    else if (one.kind === 'recall' || at === last) memory.set(key, null)
}

/** Does a step; returns whether it was refused. */
async function act(
  store: StationStore,
  ticketId: string,
  one: Step,
  { seconds, amounts }: { seconds: number; amounts: Map<string, number> },
): Promise<boolean> {
  const of = { ticketId, stations: 'stations' in one ? store.ids(...one.stations) : [] }
  const tapId = `${ticketId}-${'tap' in one ? String(one.tap) : ''}`
  switch (one.kind) {
    case 'done': {
      const itemKeys = one.items.map((each) => `it-${each}`)
      const input = { ...of, itemKeys, done: one.done, tapId }
      return !(await store.call('tickets.setDone', input)).ok
    }
    case 'start':
      return !(await store.call('tickets.start', { ...of, started: one.started })).ok
    case 'undo':
    case 'recall':
    case 'acknowledge':
      return !(await store.call(`tickets.${one.kind}`, of)).ok
    case 'ready':
      return !(await store.call('tickets.markReady', { ticketId, tapId })).ok
    case 'fire': {
      const { course, fired } = one
      return !(await store.call('tickets.fire', { ticketId, course, fired })).ok
    }
    case 'change': {
      const amount = (amounts.get(one.item) ?? 1) + 1
      amounts.set(one.item, amount)
      const items = products.map((each) => served(each, amounts.get(each)))
      await post(store, ticketId, { items }, seconds)
      const isThere = ({ key, amount: now }: Ticket['items'][number]) =>
        key === `it-${one.item}` && now === amount
      await expect.poll(async () => (await store.now(ticketId)).items.some(isThere)).toBe(true)
      return false
    }
    case 'wait':
      await store.clock.advance(3_000)
      // The steps are not about a change that comes while a bump is on the wire.
      await expect.poll(async () => (await bumpsOf(store, ticketId)).onTheWire).toBe(0)
      return false
    case 'restart':
      await store.restart()
      return false
  }
}

/** The bumps that were not taken back or are on the wire, and how often the platform got one. */
async function bumpsOf(store: StationStore, ticketId: string) {
  const detail = await store.call('tickets.get', { ticketId })
  if (!detail.ok) throw new Error(detail.error.code)
  return {
    kept: detail.value.sent.filter(({ delivery }) => delivery.state !== 'withdrawn').length,
    onTheWire: detail.value.sent.filter(({ delivery }) => delivery.state === 'sending').length,
    sent: store.practice
      .effects()
      .filter(({ subject }) => subject === ticketId)
      .reduce((sum, { count }) => sum + count, 0),
  }
}

test('no sequence of taps, messages and restarts loses or doubles a dish, or bumps twice', async () => {
  const store = await openStationStore(['grill', 'bar'])
  await store.call('settings.change', {
    ...{ lastStationBumps: true, undoSeconds: 5 },
    ...{ courses: true, finishTogether: true },
  })
  for (const [product, names] of Object.entries(routes)) await store.route(product, ...names)
  for (const name of ['grill', 'bar'])
    await store.call(
      'stations.show',
      { stations: store.ids(name) },
      { screen: name, name, role: 'kitchen' },
    )
  let ticketsMade = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const id = String((ticketsMade += 1))
      await store.order(id, ...products.map((each) => served(each)))
      const memory: Memory = new Map(products.flatMap(freshly))
      const amounts = new Map<string, number>()
      const fired = new Set([1])
      let isRecalled = false
      for (const [at, one] of steps.entries()) {
        // Two taps are never at the same moment.
        await store.clock.advance(10)
        const before = await store.now(id)
        const isRefused = await act(store, id, one, { seconds: at + 1, amounts })
        const held = before.items.flatMap(({ name, isHeld }) => (isHeld === true ? [name] : []))
        if (!isRefused) remember(memory, one, at, held)
        if (one.kind === 'fire' && !isRefused) {
          if (one.fired) fired.add(one.course)
          else fired.delete(one.course)
        }
        if (one.kind === 'recall' && !isRefused && before.stage === 'ready') isRecalled = true
        const { items, stage } = await store.now(id)
        const shown = items.flatMap(({ key, work = [] }) =>
          work.map(({ station, doneAt }): [string, boolean] => [
            `${key.replace('it-', '')} ${store.nameOf(station)}`,
            doneAt !== null,
          ]),
        )
        expect(shown).toEqual([...memory].map(([key, done]) => [key, done !== null]))
        for (const { struck, work = [], name, isHeld } of items) {
          expect(struck).toBe(work.every(({ doneAt }) => doneAt !== null))
          const isBegun = work.some(({ startedAt, doneAt }) => (startedAt ?? doneAt) !== null)
          const isFired = fired.has(courses[name] ?? 1)
          expect(isHeld === true).toBe(stage === 'new' && !isFired && !isBegun)
        }
        const { kept, sent } = await bumpsOf(store, id)
        expect(sent).toBeLessThanOrEqual(1)
        if (!isRecalled) expect(kept).toBe(stage === 'ready' ? 1 : 0)
      }
    }),
    { numRuns: tries(15, 300) },
  )
})
