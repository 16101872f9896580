import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { makeItem } from '../../test-support/sample-ticket.ts'
import {
  cardOf,
  closeWall,
  dishes,
  openWall,
  shown,
  ticketFor,
  ticketsUpTo,
} from '../../test-support/open-wall.ts'

beforeEach(() => page.viewport(390, 844))
afterEach(closeWall)

const topOf = (element: Element | null | undefined): number =>
  element?.getBoundingClientRect().top ?? Number.NaN
const column = (): HTMLElement =>
  document.querySelector<HTMLElement>('[data-wall]')?.parentElement ?? document.body
/** Ends once the wall has heard of it. */
const scrollTo = (top: number) =>
  new Promise((resolve) => {
    column().addEventListener('scroll', resolve, { once: true })
    column().scrollTo({ top })
  })
const ready = async () => {
  await expect.poll(() => shown().length).toBeGreaterThan(0)
  await expect.poll(() => column().scrollHeight).toBeGreaterThan(column().clientHeight)
}

test('on a phone the tickets are one column, each whole, and only those near are drawn', async () => {
  await openWall(new FakeBridge(ticketsUpTo(200)))
  await ready()
  expect(page.getByRole('group', { name: 'Page' }).elements()).toHaveLength(0)
  expect(shown().slice(0, 4)).toEqual([1000, 1001, 1002, 1003])
  expect(shown().length).toBeLessThan(20)
  expect(cardOf(0)?.ariaSetSize).toBe('200')
  // All are measured in the end.
  await expect
    .poll(() => {
      column().scrollTo({ top: 1e6 })
      return shown().at(-1)
    })
    .toBe(1199)
  expect(shown().length).toBeLessThan(20)
  expect(document.querySelectorAll('[data-wall] [data-tail]')).toHaveLength(0)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('a phone that lies on its side has one column too, and a low but useful page has columns', async () => {
  // Without the navigation, which takes a phone another 110 px.
  await page.viewport(844, 340)
  await openWall(new FakeBridge(ticketsUpTo(20)))
  await ready()
  expect(document.querySelectorAll('[data-wall] [data-tail]')).toHaveLength(0)
  expect(column().scrollHeight).toBeGreaterThan(10 * column().clientHeight)
  await page.viewport(1280, 480)
  await expect.poll(() => column().scrollHeight).toBe(column().clientHeight)
  const lefts = [...document.querySelectorAll('[data-ticket]')].map((card) =>
    Math.round(card.getBoundingClientRect().left),
  )
  expect(new Set(lefts).size).toBeGreaterThan(2)
})

test('the head of a ticket stays in sight while its dishes scroll past, and Ready of a long one too', async () => {
  await openWall(new FakeBridge([ticketFor(0, { items: dishes(40) }), ...ticketsUpTo(9).slice(1)]))
  await ready()
  const { top, bottom } = column().getBoundingClientRect()
  const foot = () => cardOf(0)?.querySelector('footer')?.getBoundingClientRect().bottom ?? 0
  expect(foot()).toBeCloseTo(bottom, 0)
  await scrollTo(400)
  await expect.poll(() => topOf(cardOf(0)?.querySelector('header'))).toBeCloseTo(top, 0)
  expect(foot()).toBeCloseTo(bottom, 0)
  expect(topOf(cardOf(0))).toBeLessThan(top)
})

test('what is read stays in its place when tickets above it come and go', async () => {
  const bridge = new FakeBridge(ticketsUpTo(20).slice(5))
  await openWall(bridge)
  await ready()
  await scrollTo(500)
  const kept = shown().find((code) => topOf(cardOf(code - 1000)) > topOf(column())) ?? 0
  const before = topOf(cardOf(kept - 1000))
  bridge.change([ticketFor(1), ticketFor(2), ticketFor(3)], ['order 5'])
  // Not while the hand that scrolled is near.
  await expect.poll(() => column().scrollTop, { timeout: 5000 }).toBeGreaterThan(600)
  await expect.poll(() => topOf(cardOf(kept - 1000))).toBeCloseTo(before, 0)
})

test('while a finger is down nothing moves; then a more urgent ticket takes its place above', async () => {
  const bridge = new FakeBridge([ticketFor(3), ticketFor(5)])
  await openWall(bridge)
  await expect.poll(shown).toEqual([1003, 1005])
  const second = topOf(cardOf(5))
  cardOf(5)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, isPrimary: true }))
  bridge.change([ticketFor(4)], ['order 3'])
  await expect.poll(shown).toEqual([1005, 1004])
  expect(topOf(cardOf(5))).toBe(second)
  dispatchEvent(new PointerEvent('pointerup'))
  await expect.poll(shown, { timeout: 5000 }).toEqual([1004, 1005])
})

test('a tap in the rail scrolls to its card, and new ones below are a tap away', async () => {
  const allergic = ticketFor(39, { items: [makeItem({ allergyWords: ['maní'] })] })
  const bridge = new FakeBridge([...ticketsUpTo(39), allergic])
  await openWall(bridge)
  await ready()
  const isInSight = (nth: number): boolean => {
    const { top, bottom } = column().getBoundingClientRect()
    const own = topOf(cardOf(nth))
    return own >= top && own < bottom
  }
  await page.getByRole('button', { name: '1039 Allergy' }).click()
  await expect.poll(() => isInSight(39)).toBe(true)
  await expect.poll(() => document.activeElement).toBe(cardOf(39))
  await scrollTo(0)
  await expect.poll(shown).toContain(1000)
  bridge.change([ticketFor(90)])
  await page.getByRole('button', { name: '1 new' }).click()
  await expect.poll(() => isInSight(90)).toBe(true)
})
