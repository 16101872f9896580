import { expect, test } from 'vitest'
import type { ReceivedInstruction } from '#contract/instructions/instructions.ts'
import type { ChainChange, ProfileStation } from '#contract/relay/instruction.ts'
import { maxWayMs } from '#contract/relay/instruction-outcome.ts'
import { createChainSigner } from '#test/support/chain-signer.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import {
  advanceUntil,
  backOnSale,
  board,
  burger,
  notice,
  openStore,
  platformStock,
  set,
  stateOf,
} from '#test/support/stock-board.ts'

const soldOut = (name: string, what: 'item' | 'ingredient' = 'item'): ChainChange => ({
  ...{ kind: 'sold-out', what, name },
})
const profile = (fields: Partial<Extract<ChainChange, { kind: 'profile' }>>): ChainChange => ({
  ...{ kind: 'profile', settings: {}, stations: [], soldOut: [] },
  ...fields,
})
const station = (name: string, categories: string[]): ProfileStation => ({
  ...{ name, color: 'red', icon: 'flame', categories },
})

async function listed(store: TestStore): Promise<ReceivedInstruction[]> {
  const list = await store.call('instructions.list', {})
  if (!list.ok) throw new Error(list.error.code)
  return list.value
}
const find = async (store: TestStore, id: string) =>
  (await listed(store)).find((each) => each.id === id)

/** A store of a chain, and its way to send. */
async function openChainStore(more: Parameters<typeof openTestStore>[0] = {}) {
  const signer = createChainSigner()
  const { store, clock } = await openStore(new FakeClock(new Date().toISOString()), undefined, {
    relayFile: signer.file,
    ...more,
  })
  async function send(...parameters: Parameters<typeof signer.event>): Promise<string> {
    const event = signer.event(...parameters)
    const answer = await store.post(event)
    expect(answer.status).toBe(200)
    return (JSON.parse(event.instruction) as { id: string }).id
  }
  /** Advances the clock until it is known what became of it. */
  async function outcome(id: string): Promise<ReceivedInstruction | undefined> {
    await expect
      .poll(async () => {
        await clock.advance(50)
        return (await find(store, id))?.state
      })
      .not.toMatch(/^waiting$|^undefined$/)
    return find(store, id)
  }
  const sendAll = async (...parameters: Parameters<typeof signer.event>) =>
    outcome(await send(...parameters))
  return { store, clock, signer, send, outcome, sendAll }
}

test('an item is sold out by its name, and counted once the platform has confirmed it', async () => {
  const { store, clock, sendAll } = await openChainStore()
  const done = await sendAll(soldOut('  hamburguesa CLASICA '), { reason: 'Recall of lot 12' })
  expect(done).toMatchObject({
    ...{ state: 'done', items: 1, confirmed: 0, changed: 0, missing: [] },
    ...{ chain: 'Bistro', by: 'Ana', reason: 'Recall of lot 12', names: ['Hamburguesa clásica'] },
    isSeen: false,
  })
  expect(await stateOf(store, burger)).toMatchObject({
    ...{ state: 'out', until: null, setBy: 'Bistro: Ana', byChain: true },
  })
  await advanceUntil(store, clock, burger, 'confirmed')
  expect(platformStock(store, 'P101')).toMatchObject({ stock: 0 })
  expect(await find(store, done?.id ?? '')).toMatchObject({ items: 1, confirmed: 1, changed: 0 })
})

test('it comes back with the next instruction, but not what people here had sold out', async () => {
  const { store, sendAll } = await openChainStore()
  const other = 'product:P102'
  await set(store, [other], notice)
  const id = (await sendAll(profile({ soldOut: ['Hamburguesa clásica', 'Hamburguesa doble'] })))?.id
  expect(await find(store, id ?? '')).toMatchObject({ state: 'done', items: 2 })
  const back = await sendAll({ kind: 'on-sale', of: id ?? '' })
  expect(back).toMatchObject({ state: 'done', items: 1, names: ['Hamburguesa clásica'] })
  expect((await stateOf(store, burger))?.state ?? 'on-sale').toBe('on-sale')
  expect(await stateOf(store, other)).toMatchObject({ state: 'out' })
  // That the item is on sale again is the chain's own doing.
  expect(await find(store, id ?? '')).toMatchObject({ items: 2, confirmed: 2, changed: 0 })
  // The cook decides again when it is back.
  await set(store, [other], backOnSale)
  expect((await stateOf(store, other))?.state ?? 'on-sale').toBe('on-sale')
})

test('at the opening nobody is asked about what the chain sold out, until the chain ends it', async () => {
  const { store, clock, sendAll } = await openChainStore()
  const other = 'product:P102'
  await set(store, [other], notice)
  const id = (await sendAll(profile({ soldOut: ['Hamburguesa clásica', 'Hamburguesa doble'] })))?.id
  const askedAfter = async (days: number) => {
    for (let hour = 0; hour < days * 24; hour += 1) {
      clock.sleep(3_600_000)
      await clock.advance(10_000)
    }
    return (await board(store)).opening?.keys ?? []
  }
  expect(await askedAfter(2)).toEqual([])
  await sendAll({ kind: 'on-sale', of: id ?? '' })
  expect(await askedAfter(2)).toEqual([other])
})

test('what a cook puts back on sale is seen, and stays the cook’s', async () => {
  const { store, sendAll } = await openChainStore()
  const id = (await sendAll(soldOut('Hamburguesa clásica')))?.id ?? ''
  await set(store, [burger], backOnSale)
  expect(await find(store, id)).toMatchObject({ items: 1, changed: 1 })
  await set(store, [burger], { kind: 'count', left: 3 })
  expect(await sendAll({ kind: 'on-sale', of: id })).toMatchObject({ state: 'done', items: 0 })
  expect(await stateOf(store, burger)).toMatchObject({ state: 'counted', left: 3 })
})

test('an ingredient takes all items that have it, and an item or option of its name', async () => {
  const { store, sendAll } = await openChainStore()
  const { items } = await board(store)
  const keys = items.slice(3, 9).map(({ key }) => key)
  await store.call('stock.saveIngredient', { id: null, name: 'Pálta', keys })
  const done = await sendAll(soldOut('palta', 'ingredient'))
  expect(done?.state).toBe('done')
  const named = items.filter(({ name }) => /^palta$/i.test(name))
  for (const key of [...keys, ...named.map((each) => each.key)])
    expect((await stateOf(store, key))?.state).toBe('out')
  expect(done?.items).toBe(new Set([...keys, ...named.map((each) => each.key)]).size)
})

test('a name that the store doesn’t have is reported, and nothing is sold out', async () => {
  const { store, sendAll } = await openChainStore()
  const { states } = await board(store)
  expect(await sendAll(soldOut('Ostras'))).toMatchObject({ state: 'not-found', items: 0 })
  expect((await board(store)).states).toEqual(states)
  expect(await sendAll(profile({ soldOut: ['Ostras'] }))).toMatchObject({
    ...{ state: 'not-found', items: 0, missing: ['Ostras'] },
  })
  const some = await sendAll(profile({ soldOut: ['Ostras', 'Hamburguesa doble'] }))
  expect(some).toMatchObject({ state: 'partly', items: 1, missing: ['Ostras'] })
})

test('a store that accepts nothing from its chain says so and changes nothing', async () => {
  const { store, sendAll } = await openChainStore()
  await store.call('settings.change', { chainInstructions: false })
  expect(await sendAll(soldOut('Hamburguesa clásica'))).toMatchObject({ state: 'refused' })
  const asked = profile({ settings: { undoSeconds: 3, chainInstructions: true } })
  expect(await sendAll(asked)).toMatchObject({ state: 'refused' })
  expect(await stateOf(store, burger)).toBeUndefined()
  expect(await store.call('settings.get', {})).toMatchObject({
    value: { undoSeconds: 8, chainInstructions: false },
  })
})

test('a profile sets settings and stations, and says what it could not', async () => {
  const { store, sendAll } = await openChainStore()
  const done = await sendAll(
    profile({
      settings: { undoSeconds: 20, veryLateMinutes: null, courses: true },
      stations: [station('Parrilla', ['hamburguesas', 'Platos de fondo'])],
    }),
  )
  expect(done).toMatchObject({ state: 'done', missing: [] })
  expect(await store.call('settings.get', {})).toMatchObject({
    value: { undoSeconds: 20, veryLateMinutes: null, courses: true },
  })
  const plan = await store.call('stations.plan', {})
  const stations = await store.call('stations.get', {})
  if (!plan.ok || !stations.ok) throw new Error('no stations')
  const [grill] = stations.value.stations
  expect(grill).toMatchObject({ name: 'Parrilla', color: 'red', icon: 'flame' })
  const categories = plan.value.groups.filter(({ name }) =>
    ['Hamburguesas', 'Platos de fondo'].includes(name),
  )
  expect(plan.value.rules).toEqual(
    categories.map(({ id }) => ({ by: 'category', key: id, stations: [grill?.id] })),
  )

  const partly = await sendAll(
    profile({
      settings: { undoSeconds: 999, webhookPort: 1, someday: true, tableMinutes: 90 },
      stations: [{ ...station('PARRILLA', ['Sushi', 'Postres']), color: 'blue' }],
    }),
  )
  expect(partly).toMatchObject({
    state: 'partly',
    missing: ['undoSeconds', 'webhookPort', 'someday'],
  })
  expect(await store.call('settings.get', {})).toMatchObject({
    value: { undoSeconds: 20, tableMinutes: 90, webhookPort: 4890 },
  })
  const after = await store.call('stations.get', {})
  expect(after.ok && after.value.stations).toMatchObject([
    { id: grill?.id, name: 'PARRILLA', color: 'blue' },
    { id: 'rest' },
  ])
})

test('a locked setup file keeps its settings; what else the profile has is set', async () => {
  const { store, sendAll } = await openChainStore({
    setup: {
      ...{ name: 'Colón', locked: true, settings: { undoSeconds: 5 } },
      ...{ screens: [], printers: [], keyMenuPath: null },
    },
  })
  const done = await sendAll(profile({ settings: { undoSeconds: 30, tableMinutes: 45 } }))
  expect(done).toMatchObject({ state: 'partly', missing: ['undoSeconds'] })
  const only = await sendAll(profile({ settings: { undoSeconds: 30 } }))
  expect(only).toMatchObject({ state: 'refused', missing: ['undoSeconds'] })
  expect(await store.call('settings.get', {})).toMatchObject({
    value: { undoSeconds: 5, tableMinutes: 45 },
  })
})

test('what its chain has not signed for this store is set aside', async () => {
  const { store, clock, signer } = await openChainStore()
  const good = signer.event(soldOut('Hamburguesa clásica'))
  const foreign = createChainSigner().event(soldOut('Hamburguesa clásica'), {}, 'foreign')
  const changed = {
    ...good,
    eventId: 'changed',
    instruction: good.instruction.replace('clás', 'x'),
  }
  const other = signer.event(soldOut('Hamburguesa clásica'), { storeId: 'other' }, 'other')
  const website = signer.event(soldOut('Hamburguesa clásica'), { websiteId: 'other' }, 'website')
  const bare = { type: good.type, eventId: 'bare', instruction: good.instruction }
  const odd = { ...good, eventId: 'odd', signature: 'no signature' }
  for (const event of [foreign, changed, other, website, bare, odd]) await store.post(event)
  await expect
    .poll(async () => {
      await clock.advance(50)
      return store.call('inbox.unread', {})
    })
    .toMatchObject({ value: { length: 6 } })
  expect(await listed(store)).toEqual([])
  expect(await stateOf(store, burger)).toBeUndefined()
  const unread = await store.call('inbox.unread', {})
  const reasons = unread.ok ? unread.value.map(({ reason }) => reason) : []
  expect(new Set(reasons)).toEqual(
    new Set([
      'an instruction that this chain has not signed',
      'an instruction for another store',
      'instruction: signature',
    ]),
  )
})

test('without a relay file no instruction counts', async () => {
  const { store, clock } = await openStore()
  await store.post(createChainSigner().event(soldOut('Hamburguesa clásica')))
  await expect
    .poll(async () => {
      await clock.advance(50)
      return store.call('inbox.unread', {})
    })
    .toMatchObject({ value: [{ reason: 'an instruction without a chain' }] })
  expect(await listed(store)).toEqual([])
})

test('the same instruction is carried out once, however often it comes', async () => {
  const { store, clock, send, outcome } = await openChainStore()
  const id = 'recall-1'
  for (let time = 0; time < 3; time += 1) await send(soldOut('Hamburguesa clásica'), { id })
  await outcome(id)
  await advanceUntil(store, clock, burger, 'confirmed')
  await set(store, [burger], backOnSale)
  await send(soldOut('Hamburguesa clásica'), { id })
  for (let second = 0; second < 60; second += 1) await clock.advance(1_000)
  // What is on its way takes real time, which the clock doesn't know.
  await expect
    .poll(async () => {
      await clock.advance(1_000)
      return (await stateOf(store, burger))?.state ?? 'on-sale'
    })
    .toBe('on-sale')
  expect((await listed(store)).map((each) => each.id)).toEqual([id])
})

test('one that was refused is carried out when it comes again', async () => {
  const { store, send, outcome } = await openChainStore()
  await store.call('settings.change', { chainInstructions: false })
  const id = await send(soldOut('Hamburguesa clásica'), { id: 'recall-2' })
  expect(await outcome(id)).toMatchObject({ state: 'refused' })
  await store.call('instructions.see', { id })
  await store.call('settings.change', { chainInstructions: true })
  await send(soldOut('Hamburguesa clásica'), { id })
  await expect.poll(async () => (await outcome(id))?.state).toBe('done')
  expect(await find(store, id)).toMatchObject({ isSeen: false })
})

test('one that is a week old is not carried out', async () => {
  const { store, clock, sendAll } = await openChainStore()
  const sentAt = new Date(clock.now() - maxWayMs - 60_000).toISOString()
  expect(await sendAll(soldOut('Hamburguesa clásica'), { sentAt })).toMatchObject({
    ...{ state: 'too-old', items: 0 },
  })
  expect(await stateOf(store, burger)).toBeUndefined()
})

test('a clock that is set ahead makes none too old', async () => {
  const start = Date.now()
  const signer = createChainSigner()
  const { store, clock } = await openStore(
    new FakeClock(new Date(start + 2 * maxWayMs).toISOString()),
    () => start,
    { relayFile: signer.file },
  )
  await store.post(signer.event(soldOut('Hamburguesa clásica'), { id: 'by-right-clock' }))
  await expect
    .poll(async () => {
      await clock.advance(50)
      return (await find(store, 'by-right-clock'))?.state
    })
    .toBe('done')
})

test('a store that doesn’t know its menu yet carries it out once it does', async () => {
  const signer = createChainSigner()
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock, menu: false, relayFile: signer.file })
  store.practice.setReceiver(store.host.webhookUrl)
  await store.post(signer.event(soldOut('Hamburguesa clásica'), { id: 'early' }))
  await expect
    .poll(async () => {
      await clock.advance(10_000)
      return (await find(store, 'early'))?.state
    })
    .toBe('waiting')
  store.practice.behave()
  await expect
    .poll(async () => {
      await clock.advance(5_000)
      return (await find(store, 'early'))?.state
    })
    .toBe('done')
  expect(await stateOf(store, burger)).toMatchObject({ state: 'out' })
})

test('one that came just before a crash is carried out at the next start', async () => {
  const { store, clock, signer } = await openChainStore()
  await store.post(signer.event(soldOut('Hamburguesa clásica'), { id: 'crash' }))
  await store.restart()
  await expect
    .poll(async () => {
      await clock.advance(50)
      return (await find(store, 'crash'))?.state
    })
    .toBe('done')
  expect(await stateOf(store, burger)).toMatchObject({ state: 'out', setBy: 'Bistro: Ana' })
})

test('somebody reads it: it is no news any more, on every screen', async () => {
  const { store, sendAll } = await openChainStore()
  const id = (await sendAll(soldOut('Ostras')))?.id ?? ''
  store.events.length = 0
  expect(await store.call('instructions.see', { id })).toEqual({ ok: true, value: null })
  expect(await find(store, id)).toMatchObject({ isSeen: true })
  await expect.poll(() => store.events.map(({ type }) => type)).toContain('instructions.changed')
  expect(await store.call('instructions.see', { id: 'none' })).toMatchObject({
    error: { code: 'not-found' },
  })
})

test('neither the reason nor a name is logged', async () => {
  const { store, sendAll } = await openChainStore()
  await sendAll(soldOut('Hamburguesa clásica'), { reason: 'Glass was found', by: 'Ana Rojas' })
  expect(store.log.text()).toContain('instruction of the chain')
  expect(store.log.text()).not.toMatch(/Glass|Rojas|Hamburguesa/)
})
