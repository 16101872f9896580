import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { h, nextTick, shallowRef } from 'vue'
import type { Pace } from '#contract/tickets/ticket.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { sampleStations } from '../../test-support/sample-stations.ts'
import { makeTicket } from '../../test-support/sample-ticket.ts'
import PaceLine from './PaceLine.vue'

afterEach(() => {
  vi.useRealTimers()
  unmountComponent()
})

/** As wide as its place in the rail. */
async function open(pace: Partial<Pace>, late = 0, veryLate = 0, own: string[] = []) {
  const tickets = Array.from({ length: late }, (_, nth) =>
    makeTicket({ id: String(nth), ...(nth >= veryLate && { veryLateAt: null }) }),
  )
  const bridge = new FakeBridge(tickets)
  bridge.answers['tickets.pace'] = { ready: 48, late: 5, medianSeconds: 750, early: 0, ...pace }
  bridge.answers['stations.get'] = sampleStations({ own })
  const width = shallowRef('30rem')
  await mountComponent(
    () => h('div', { id: 'rail', style: { display: 'flex', width: width.value } }, [h(PaceLine)]),
    bridge,
  )
  return { bridge, width }
}
const rail = () => document.querySelector<HTMLElement>('#rail')
const seen = () =>
  rail()?.querySelector<HTMLElement>('[aria-hidden]')?.innerText.replace(/\s+/g, ' ').trim()

test('the median of today, how many are late now, and for who asks what that means', async () => {
  await open({}, 3)
  await expect.poll(seen).toBe('Typical time 12:30 · 3 late')
  await expect
    .element(page.getByTitle(/ready within 12:30.*Late today: 5 of 48.*Late now: 3/))
    .toBeVisible()
  expect(rail()?.querySelector('.visually-hidden')?.textContent).toMatch(/Half of today’s orders/)
})

test('at a station it is about its dishes', async () => {
  const { bridge } = await open({ medianSeconds: 240 }, 0, 0, ['grill', 'bar'])
  await expect.poll(seen).toBe('A dish takes 4:00')
  expect(bridge.asked('tickets.pace')).toEqual([{ stations: ['grill', 'bar'] }])
  await expect
    .element(page.getByTitle(/dishes here were done within 4:00.*late order: 5 of 48/))
    .toBeVisible()
})

test('of the late ones, how many are very late, beside it and in words', async () => {
  await open({}, 3, 2)
  await expect.poll(seen).toBe('Typical time 12:30 · 3 late !! 2 very late')
  await expect.element(page.getByTitle(/Late now: 3 2 very late\./)).toBeVisible()
})

test.for<[Partial<Pace>, string]>([
  [{ medianSeconds: 8.4 }, 'Typical time 0:08'],
  [{ medianSeconds: 3_900 }, 'Typical time 1 h 05'],
])('%o: %s', async ([pace, text]) => {
  await open(pace)
  await expect.poll(seen).toBe(text)
})

test('what was bumped before it joined the queue is in no median, and is mentioned', async () => {
  const { width } = await open({ early: 2 }, 3)
  await expect.poll(seen).toBe('Typical time 12:30 · 3 late · 2 not counted')
  await expect
    .element(page.getByTitle(/2 orders were marked ready before their start time/))
    .toBeVisible()
  width.value = '22rem'
  await expect.poll(seen).toBe('Typical time 12:30 · 3 late')
})

test('where there is little room it is short, and never higher than a line', async () => {
  const { width } = await open({}, 12)
  await expect.poll(seen).toContain('Typical time')
  width.value = '10rem'
  await expect.poll(seen).toBe('12:30 · 12 late')
  expect(rail()?.offsetHeight).toBeLessThanOrEqual(48)
})

test('before the first bump there is nothing, and then there is', async () => {
  const { bridge } = await open({ ready: 0, late: 0, medianSeconds: null }, 2)
  await expect.poll(() => bridge.asked('tickets.pace').length).toBe(1)
  await nextTick()
  expect(rail()?.childElementCount).toBe(0)
  expect(rail()?.innerText).toBe('')
})

test('it is asked for at once and when tickets change, then at most every ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { bridge } = await open({})
  expect(bridge.asked('tickets.pace')).toHaveLength(1)
  bridge.change([makeTicket()])
  await vi.advanceTimersByTimeAsync(0)
  expect(bridge.asked('tickets.pace')).toHaveLength(2)
  for (const id of ['a', 'b', 'c']) {
    bridge.change([makeTicket({ id })])
    await nextTick()
  }
  await vi.advanceTimersByTimeAsync(9_900)
  expect(bridge.asked('tickets.pace')).toHaveLength(2)
  bridge.answers['tickets.pace'] = { ready: 49, late: 5, medianSeconds: 600, early: 0 }
  await vi.advanceTimersByTimeAsync(200)
  expect(bridge.asked('tickets.pace')).toHaveLength(3)
  await nextTick()
  expect(seen()).toContain('Typical time 10:00')
  // Nothing changed, so there is no query.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(bridge.asked('tickets.pace')).toHaveLength(3)
})
