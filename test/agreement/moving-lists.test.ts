import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { eachItem, type ListStep } from '#platform/lists/list-step.ts'
import { everyMovementOfEverybody, everyTabPayment } from '#platform/lists.ts'
import { EvenPace } from '#platform/call/pace.ts'
import { serveRooms } from '#practice/rooms.fixture.ts'
import { joinOperations } from '#practice/answers.ts'
import { Effects } from '#practice/effects.ts'
import { LoyaltyOperations } from '#practice/loyalty/loyalty.ts'
import { StoredProgram, type LoyaltyProgram } from '#practice/loyalty/program.ts'
import { PracticeStores } from '#practice/stores/stores.ts'
import { TabOperations } from '#practice/tabs/tabs.ts'
import { Till, type StoreTill } from '#practice/tabs/till.ts'

/** A Friday noon in Santiago. */
const now = () => Date.parse('2026-11-20T15:00:00.000Z')

/** The practice platform's own lists, which change between two requests. */
let till: StoreTill
let program: LoyaltyProgram
/** Movements that arrived meanwhile, newest first. */
let arrived: ReturnType<LoyaltyProgram['movements']>
/** What happens before the request with that number, from 1. */
let meanwhile: Record<number, () => void>
let asked: number
let connection: Connection

class GrowingProgram extends StoredProgram {
  override movements(
    filter: Parameters<LoyaltyProgram['movements']>[0],
  ): ReturnType<LoyaltyProgram['movements']> {
    return [...arrived, ...super.movements(filter).slice(0, 2500)]
  }
}

beforeEach(async () => {
  const stores = new PracticeStores({ now, effects: new Effects() })
  const tills = new Till({ seed: 7, now })
  program = new StoredProgram({ seed: 7, now })
  arrived = []
  const growing = new GrowingProgram({ seed: 7, now })
  const area = await serveRooms(
    joinOperations(new TabOperations(tills, stores), new LoyaltyOperations(growing)),
  )
  onTestFinished(() => area.close())
  const store = stores.find('colon')
  if (store === undefined) throw new Error('no store')
  till = tills.of(store)
  expect(till.payments).toHaveLength(400)
  meanwhile = {}
  asked = 0
  const pace = new EvenPace({ requestsPerSecond: Infinity })
  connection = {
    v3Url: area.origin,
    v1Url: null,
    tabsUrl: null,
    token: 't',
    channelToken: null,
    dialect: createDialect(),
    pace: {
      wait: (milliseconds, signal) => pace.wait(milliseconds, signal),
      chance: () => pace.chance(),
      turn: () => {
        asked += 1
        meanwhile[asked]?.()
        return Promise.resolve()
      },
    },
  }
})

let newPayments = 0
function pay(): void {
  const last = till.payments.at(-1)
  if (last === undefined) throw new Error('no payment')
  newPayments += 1
  const createdAt = new Date(Date.parse(last.createdAt) + 60_000).toISOString()
  till.payments.push({ ...last, _id: `tpay-new-${newPayments}`, createdAt })
}

/** The ids in their order, and how the list ended. */
async function read<Start>(steps: AsyncIterable<ListStep<{ _id: string }, Start>>) {
  const ids: string[] = []
  let last: ListStep<unknown, Start> | undefined
  for await (const step of steps) {
    if (!step.ok) throw new Error(step.failure.message)
    ids.push(...step.value.map(({ _id }) => _id))
    last = step
  }
  return { ids, last }
}

const idsNow = (): string[] => till.payments.map(({ _id }) => _id)

/** Before the second, third and fourth request. */
const threePay = { 2: pay, 3: pay, 4: pay }

test('400 payments of which 3 arrive meanwhile are 403, each once, oldest first', async () => {
  meanwhile = threePay
  const { ids, last } = await read(everyTabPayment(connection, 'colon'))
  expect(ids).toEqual(idsNow())
  expect(ids).toHaveLength(403)
  expect(last).toMatchObject({
    complete: true,
    resume: null,
    progress: { pages: 5, items: 403, leftOut: 0, totalPages: 5, totalCount: 403 },
  })
  expect(asked).toBe(5)
})

test('newest first, too: what moved is listed once, and what is new is found by a second look', async () => {
  meanwhile = threePay
  const { ids, last } = await read(everyTabPayment(connection, 'colon', { order: 'desc' }))
  expect(ids).toHaveLength(403)
  expect(new Set(ids)).toEqual(new Set(idsNow()))
  expect(last).toMatchObject({ complete: true, progress: { items: 403, totalCount: 403 } })
  // Five pages, and the first one again.
  expect(asked).toBe(6)
})

test('on a platform that does not know our word for the order, too', async () => {
  meanwhile = threePay
  const dialect = createDialect({ tabsOrderParameter: 'unknownHere' })
  const newestAtFirst = idsNow().at(-1)
  const { ids } = await read(everyTabPayment({ ...connection, dialect }, 'colon'))
  expect(ids[0]).toBe(newestAtFirst)
  expect(ids).toHaveLength(403)
  expect(new Set(ids)).toEqual(new Set(idsNow()))
})

test('one that is taken away lets none after it be missed', async () => {
  meanwhile = { 2: () => void till.payments.splice(10, 1) }
  const { ids, last } = await read(everyTabPayment(connection, 'colon'))
  expect(new Set(ids).size).toBe(ids.length)
  expect(idsNow().filter((id) => !ids.includes(id))).toEqual([])
  expect(last).toMatchObject({ complete: true })
})

test('a list that never stands still ends, and says that it may not be all', async () => {
  for (let request = 1; request < 100; request += 1)
    meanwhile[request] = () => {
      till.payments.shift()
      pay()
      pay()
    }
  const { ids, last } = await read(everyTabPayment(connection, 'colon', { order: 'desc' }))
  expect(new Set(ids).size).toBe(ids.length)
  expect(last).toMatchObject({ resume: null, complete: false })
  expect(asked).toBeLessThan(30)
})

test('items, and not parts', async () => {
  meanwhile = threePay
  const ids: string[] = []
  for await (const item of eachItem(everyTabPayment(connection, 'colon'))) {
    if (!item.ok) throw new Error(item.failure.message)
    ids.push(item.value._id)
  }
  expect(ids).toEqual(idsNow())
})

test('begun again where it failed, nothing is missing and nothing comes twice', async () => {
  const controller = new AbortController()
  const { signal } = controller
  // The third page is requested ahead. Leaving at that moment, before it is sent, is the same on a
  // slow machine.
  meanwhile = {
    ...threePay,
    3: () => {
      pay()
      controller.abort()
    },
  }
  const ids: string[] = []
  let start = null
  for await (const step of everyTabPayment(connection, 'colon', {}, { signal })) {
    if (!step.ok) {
      expect(step.failure.kind).toBe('called-off')
      start = step.resume
      break
    }
    ids.push(...step.value.map(({ _id }) => _id))
  }
  expect(start).toEqual({ page: 3 })
  const rest = await read(everyTabPayment(connection, 'colon', {}, { start }))
  expect([...ids, ...rest.ids]).toEqual(idsNow())
  expect(rest.last).toMatchObject({ complete: true })
})

test('movements have no ids, and come once all the same', async () => {
  const all = program.movements({
    userId: undefined,
    type: undefined,
    range: { from: -Infinity, to: Infinity },
  })
  const [newest] = all
  if (newest === undefined) throw new Error('no movement')
  expect(all.length).toBeGreaterThan(2500)
  const move = (): void => {
    arrived.unshift({ ...newest, at: now() + arrived.length })
  }
  meanwhile = { 2: move, 3: move }
  const rows: string[] = []
  for await (const step of everyMovementOfEverybody(connection)) {
    if (!step.ok) throw new Error(step.failure.message)
    rows.push(...step.value.map((movement) => JSON.stringify(movement)))
    if (step.resume === null) expect(step.complete).toBe(true)
  }
  expect(rows).toHaveLength(2502)
})
