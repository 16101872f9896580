import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { defineComponent, h, nextTick, shallowRef } from 'vue'
import type { GuestList } from '#contract/guests/guests.ts'
import type { PrintJob } from '#contract/printers/printers.ts'
import { FakeBridge, quietStatus } from '../test-support/fake-bridge.ts'
import { mountComponent, mountUse, unmountComponent } from '../test-support/mount-component.ts'
import { useHostQuery } from './host-query.ts'

afterEach(unmountComponent)

/** A list that is identified by its total. */
const guests = (total: number) => ({ guests: [], total }) as unknown as GuestList
const printed = (id: string) => ({ printers: [], jobs: [{ id } as PrintJob] })

async function openPrinters() {
  const bridge = new FakeBridge()
  const hold = bridge.hold('printers.get')
  const query = await mountUse(bridge, () => useHostQuery('printers.get', {}))
  const jobs = () => query.data.value?.jobs.map(({ id }) => id)
  return { bridge, hold, asked: hold.arrived, query, jobs }
}

async function openGuests(keep: boolean) {
  const bridge = new FakeBridge()
  const hold = bridge.hold('guests.list')
  const sentence = shallowRef<string | null>('a')
  const query = await mountUse(bridge, () =>
    useHostQuery(
      'guests.list',
      () => (sentence.value === null ? null : { text: sentence.value, page: 1 }),
      { keep },
    ),
  )
  const shown = () => [query.answered.value?.text, query.data.value?.total]
  return { bridge, hold, asked: hold.arrived, sentence, query, shown }
}

test('it is asked once, and again for each event that makes it stale, and no other', async () => {
  const { bridge, hold, asked, query, jobs } = await openPrinters()
  const first = await hold.next()
  expect([jobs(), query.asking.value]).toEqual([undefined, true])
  await first.answer(printed('1'))
  expect([jobs(), query.asking.value]).toEqual([['1'], false])
  bridge.notify({ type: 'channelOrders.changed' })
  bridge.notify({ type: 'printers.changed' })
  await (await hold.next()).answer(printed('2'))
  expect(jobs()).toEqual(['2'])
  expect(asked).toHaveLength(2)
})

test('an event that comes while an answer is on its way is followed once that is there; a thousand cost one question', async () => {
  const { bridge, hold, asked, jobs } = await openPrinters()
  const first = await hold.next()
  for (let nth = 0; nth < 1_000; nth++) bridge.notify({ type: 'printers.changed' })
  await nextTick()
  expect(asked).toHaveLength(1)
  await first.answer(printed('before'))
  expect(jobs()).toEqual(['before'])
  const second = await hold.next()
  for (let nth = 0; nth < 1_000; nth++) bridge.notify({ type: 'printers.changed' })
  await second.answer(printed('between'))
  await (await hold.next()).answer(printed('after'))
  expect(jobs()).toEqual(['after'])
  expect(asked).toHaveLength(3)
})

test('events that come many a second are followed at a measured pace', async () => {
  const { bridge, hold, asked } = await openPrinters()
  await (await hold.next()).answer(printed('1'))
  vi.useFakeTimers()
  bridge.notify({ type: 'printers.changed' })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(2)
  void asked[1]?.answer(printed('2'))
  bridge.notify({ type: 'printers.changed' })
  await vi.advanceTimersByTimeAsync(299)
  expect(asked).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(3)
  vi.useRealTimers()
})

test('of two questions the answer to the newer one stands, in whichever order they come', async () => {
  const { hold, asked, query, jobs } = await openPrinters()
  await hold.next()
  void query.ask()
  await asked[1]?.answer(printed('newer'))
  await asked[0]?.answer(printed('older'))
  expect(jobs()).toEqual(['newer'])
})

test('nothing is shown under another input; with `keep` the last answer, and what it answers', async () => {
  for (const keep of [false, true]) {
    const { asked, sentence, shown } = await openGuests(keep)
    await expect.poll(() => asked.length).toBe(1)
    await asked[0]?.answer(guests(1))
    expect(shown()).toEqual(['a', 1])
    sentence.value = 'ab'
    await expect.poll(() => asked.length).toBe(2)
    expect(shown()).toEqual(keep ? ['a', 1] : [undefined, undefined])
    sentence.value = 'abc'
    await expect.poll(() => asked.length).toBe(3)
    await asked[2]?.answer(guests(3))
    await asked[1]?.answer(guests(2))
    expect(shown()).toEqual(['abc', 3])
    unmountComponent()
  }
})

test('a failure is said beside what was known, and is gone with the next answer', async () => {
  const bridge = new FakeBridge()
  bridge.answers['guests.list'] = guests(1)
  const sentence = shallowRef('a')
  const query = await mountUse(bridge, () =>
    useHostQuery('guests.list', () => ({ text: sentence.value, page: 1 }), { keep: true }),
  )
  await expect.poll(() => query.data.value?.total).toBe(1)
  bridge.refusals['guests.list'] = { code: 'unreachable' }
  sentence.value = 'b'
  await expect.poll(() => query.error.value?.code).toBe('unreachable')
  expect([query.answered.value?.text, query.data.value?.total]).toEqual(['a', 1])
  await query.ask()
  expect(query.error.value?.code).toBe('unreachable')
  delete bridge.refusals['guests.list']
  await query.ask()
  expect([query.answered.value?.text, query.error.value]).toEqual(['b', null])
})

test('of another store nothing stays, and an answer of the last one shows nothing', async () => {
  const { bridge, asked, sentence, query, shown } = await openGuests(true)
  await expect.poll(() => asked.length).toBe(1)
  await asked[0]?.answer(guests(1))
  sentence.value = 'ab'
  await expect.poll(() => asked.length).toBe(2)
  bridge.notify({ type: 'host.replaced' })
  expect(shown()).toEqual([undefined, undefined])
  await expect.poll(() => asked.length).toBe(3)
  await asked[1]?.answer(guests(2))
  expect(query.data.value).toBeNull()
  await asked[2]?.answer(guests(3))
  expect(shown()).toEqual(['ab', 3])
})

test('after a lost link it is asked again, and events are followed, though the lost question is never answered', async () => {
  const { bridge, hold, asked, jobs } = await openPrinters()
  await hold.next()
  bridge.notify({ type: 'printers.changed' })
  bridge.setLink('down')
  bridge.setLink('up')
  await (await hold.next()).answer(printed('again'))
  expect(jobs()).toEqual(['again'])
  await (await hold.next()).answer(printed('followed'))
  expect(jobs()).toEqual(['followed'])
  expect(asked).toHaveLength(3)
})

test('with no input nothing is asked, whatever happens, and nothing is shown', async () => {
  const { bridge, hold, asked, sentence, query, shown } = await openGuests(false)
  await (await hold.next()).answer(guests(1))
  sentence.value = null
  await nextTick()
  expect(shown()).toEqual([undefined, undefined])
  bridge.setLink('up')
  bridge.notify({ type: 'host.replaced' })
  await query.ask()
  sentence.value = 'b'
  await (await hold.next()).answer(guests(2))
  expect(shown()).toEqual(['b', 2])
  expect(asked).toHaveLength(2)
})

test('two places that ask the same share one answer', async () => {
  const bridge = new FakeBridge()
  const hold = bridge.hold('printers.get')
  const [one, other] = await mountUse(bridge, () => [
    useHostQuery('printers.get', {}),
    useHostQuery('printers.get', {}),
  ])
  await (await hold.next()).answer(printed('1'))
  expect(one.data.value).toEqual(printed('1'))
  expect(other.data.value).toBe(one.data.value)
  expect(hold.arrived).toHaveLength(1)
})

test('what a command has answered is taken, and no older answer covers it', async () => {
  const { hold, query, jobs } = await openPrinters()
  const first = await hold.next()
  query.take(printed('answered'))
  expect([jobs(), query.asking.value]).toEqual([['answered'], false])
  await first.answer(printed('older'))
  expect(jobs()).toEqual(['answered'])
})

test('when the host has forgotten its guests, so has the page, and the late answer too', async () => {
  const { bridge, asked, query, shown } = await openGuests(true)
  await expect.poll(() => asked.length).toBe(1)
  await asked[0]?.answer(guests(1))
  void query.ask()
  const status = { ...quietStatus(), guestsForgottenAt: '2026-11-25T01:00:00.000Z' }
  bridge.notify({ type: 'status.changed', status })
  expect(shown()).toEqual([undefined, undefined])
  await asked[1]?.answer(guests(2))
  expect(query.data.value).toBeNull()
  await expect.poll(() => asked.length).toBe(3)
  await asked[2]?.answer(guests(3))
  expect(shown()).toEqual(['a', 3])
})

test('whoever comes again sees what the host says now, not what it said before', async () => {
  const bridge = new FakeBridge()
  const hold = bridge.hold('printers.get')
  const isShown = shallowRef(true)
  const use = defineComponent(() => {
    const { data } = useHostQuery('printers.get', {})
    return () => h('p', data.value?.jobs[0]?.id ?? 'nothing yet')
  })
  await mountComponent(
    defineComponent(() => () => (isShown.value ? h(use) : null)),
    bridge,
  )
  await (await hold.next()).answer(printed('first'))
  await expect.element(page.getByText('first')).toBeVisible()
  isShown.value = false
  await expect.element(page.getByText('first')).not.toBeInTheDocument()
  await new Promise((turn) => setTimeout(turn, 10))
  isShown.value = true
  await expect.element(page.getByText('nothing yet')).toBeVisible()
  await (await hold.next()).answer(printed('second'))
  await expect.element(page.getByText('second')).toBeVisible()
})

test('who has gone asks nothing more', async () => {
  const { bridge, hold, asked } = await openPrinters()
  await (await hold.next()).answer(printed('1'))
  unmountComponent()
  bridge.notify({ type: 'printers.changed' })
  bridge.setLink('up')
  await nextTick()
  expect(asked).toHaveLength(1)
})
