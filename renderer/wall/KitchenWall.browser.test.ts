import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { nextTick } from 'vue'
import type { Settings } from '#contract/settings/settings.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import {
  at,
  cardOf,
  closeWall,
  dishes,
  openWall,
  shown,
  ticketFor,
  ticketsUpTo,
} from '../test-support/open-wall.ts'
import { makeItem } from '../test-support/sample-ticket.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeWall)

const boxOf = (element: Element | undefined) =>
  element?.getBoundingClientRect() ?? new DOMRect(-1, -1)
/** The position of an order's card once it has stopped moving. */
const cornerOf = (nth: number) => cardOf(nth)?.style.transform

/** A finger that touches a point of the screen and lifts, at an instant of `performance.now()`. */
function tap(x: number, y: number, now: number): void {
  const target = document.elementFromPoint(x, y)
  const where = { bubbles: true, cancelable: true, isPrimary: true, clientX: x, clientY: y }
  const hand = (event: Event) => {
    Object.defineProperty(event, 'timeStamp', { value: now })
    target?.dispatchEvent(event)
  }
  hand(new PointerEvent('pointerdown', where))
  hand(new PointerEvent('pointerup', where))
  hand(new MouseEvent('click', { ...where, detail: 1 }))
}
const finger = (type: 'pointerdown' | 'pointerup', nth: number) =>
  cardOf(nth)?.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true }))

test('a ticket of many dishes stands in pieces, each dish once and within its piece', async () => {
  const long = ticketFor(0, { items: dishes(26) })
  const list = await openWall(new FakeBridge([long, ticketFor(1)]))
  const card = list.getByRole('article', { name: '1000' })
  await expect.element(card).toBeVisible()
  const segments = [...document.querySelectorAll('[data-ticket="order 0"] .segment')]
  const of = segments.length
  expect(of).toBeGreaterThan(1)
  expect(card.getByRole('button', { name: 'Ready 1000' }).elements()).toHaveLength(1)
  for (let part = 2; part <= of; part++) {
    const name = `1000, part ${String(part)} of ${String(of)}`
    await expect.element(card.getByRole('group', { name })).toBeVisible()
  }
  const names = segments.flatMap((segment) => [...segment.querySelectorAll('.name')])
  expect(names.map((name) => name.textContent)).toEqual(long.items.map(({ name }) => name))
  const frame = list.element().getBoundingClientRect()
  for (const segment of segments) {
    const own = boxOf(segment)
    expect(own.bottom).toBeLessThanOrEqual(frame.bottom)
    const end = boxOf(segment.querySelector('.foot, .tail') ?? undefined)
    for (const entry of segment.querySelectorAll('.entry')) {
      const { top, bottom, left, right } = boxOf(entry)
      expect(top).toBeGreaterThanOrEqual(own.top)
      // No other card covers a dish.
      expect(bottom).toBeLessThanOrEqual(end.top + 0.5)
      expect(left).toBeGreaterThanOrEqual(own.left)
      expect(right).toBeLessThanOrEqual(own.right)
    }
    expect(segment.scrollHeight).toBeLessThanOrEqual(segment.clientHeight)
  }
})

test('while a finger is down nothing moves, and what is new stands behind', async () => {
  const bridge = new FakeBridge([ticketFor(1), ticketFor(2)])
  await openWall(bridge)
  await expect.poll(shown).toEqual([1001, 1002])
  const [first, second] = [cornerOf(1), cornerOf(2)]
  finger('pointerdown', 2)
  bridge.change([ticketFor(0)], ['order 1'])
  await expect.poll(shown).toEqual([1002, 1000])
  expect(cornerOf(2)).toBe(second)
  expect(cardOf(2)?.ariaPosInSet).toBe('2')
  dispatchEvent(new PointerEvent('pointerup'))
  // Then the gap of the card that left closes. The other cards keep their order: a more urgent one
  // does not push them away.
  await expect.poll(() => cornerOf(2)).toBe(first)
  expect(shown()).toEqual([1002, 1000])
})

test('while a finger is down a card keeps what is on it, rather than grow', async () => {
  const bridge = new FakeBridge([ticketFor(1), ticketFor(2)])
  await openWall(bridge)
  await expect.poll(shown).toEqual([1001, 1002])
  const second = cornerOf(2)
  finger('pointerdown', 2)
  bridge.change([ticketFor(1, { items: dishes(4) }), ticketFor(3)])
  await expect.poll(shown).toEqual([1001, 1002, 1003])
  expect(cardOf(1)?.querySelectorAll('.entry')).toHaveLength(1)
  expect(cornerOf(2)).toBe(second)
  dispatchEvent(new PointerEvent('pointerup'))
  await expect.poll(() => cardOf(1)?.querySelectorAll('.entry').length).toBe(4)
})

test('a tap where another stood a moment ago does nothing and says so; later it counts', async () => {
  const bridge = new FakeBridge([ticketFor(1), ticketFor(2)])
  await openWall(bridge)
  await expect.poll(shown).toEqual([1001, 1002])
  const { left, bottom } = boxOf(cardOf(1))
  const [x, y] = [left + 40, bottom - 20]
  const before = performance.now()
  bridge.change([], ['order 1'])
  await expect.poll(shown).toEqual([1002])
  await expect.poll(() => document.elementFromPoint(x, y)?.textContent).toContain('Ready')
  tap(x, y, before)
  expect(bridge.asked('tickets.markReady')).toEqual([])
  await expect.element(page.getByText('The tickets just moved. Tap again.')).toBeVisible()
  tap(x, y, performance.now() + 400)
  await expect
    .poll(() => bridge.asked('tickets.markReady'))
    .toMatchObject([{ ticketId: 'order 2' }])
})

/** Opens a wall in which tickets 2 and 3 have just come. */
async function openWithNew() {
  const bridge = new FakeBridge([ticketFor(1)])
  await openWall(bridge)
  await expect.poll(shown).toEqual([1001])
  bridge.change([ticketFor(2), ticketFor(3)])
  await expect.poll(shown).toEqual([1001, 1002, 1003])
  const marked = () => [1, 2, 3].filter((nth) => cardOf(nth)?.dataset['new'] !== undefined)
  await expect.poll(marked).toEqual([2, 3])
  return marked
}
/** Makes the window hidden or visible. */
function hide(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  onTestFinished(() => void vi.restoreAllMocks())
  document.dispatchEvent(new Event('visibilitychange'))
}

test('new orders are marked until they are touched; those that were there first are none', async () => {
  // In a hidden window no time passes for them.
  hide(true)
  const marked = await openWithNew()
  expect(cardOf(2)?.textContent).toContain('New')
  finger('pointerdown', 2)
  dispatchEvent(new PointerEvent('pointerup'))
  await expect.poll(marked).toEqual([3])
  expect(cardOf(2)?.textContent).not.toContain('New')
})

test.for(['pointerdown', 'pointermove', 'keydown'])(
  'new orders are seen once somebody is there, after some seconds on the screen: %s',
  async (sign) => {
    hide(true)
    const marked = await openWithNew()
    const start = performance.now()
    const clock = vi.spyOn(performance, 'now')
    /** At so many milliseconds after the window became visible, somebody moves. */
    async function moveAt(after: number): Promise<number[]> {
      clock.mockReturnValue(start + after)
      dispatchEvent(new Event(sign))
      await nextTick()
      return marked()
    }
    expect(await moveAt(60_000)).toEqual([2, 3])
    clock.mockReturnValue(start)
    hide(false)
    expect(await moveAt(2900)).toEqual([2, 3])
    expect(await moveAt(3100)).toEqual([])
  },
)

test('new is a line and a dot, and no frame around the ticket', async () => {
  await openWithNew()
  const mark = cardOf(2)?.querySelector('.new')
  expect(mark && boxOf(mark as HTMLElement).height).toBeLessThan(6)
  expect(getComputedStyle(cardOf(2) ?? document.body).outlineStyle).toBe('none')
})

test('new ones on another page are counted on the way there', async () => {
  const bridge = new FakeBridge(ticketsUpTo(40))
  await openWall(bridge)
  await expect.poll(() => shown().length).toBeGreaterThan(0)
  bridge.change([ticketFor(90), ticketFor(91)])
  await expect.element(page.getByRole('button', { name: 'Next page 2 new' })).toBeVisible()
})

test('a cancelled order stands in the rail and takes no card; Got it puts it away', async () => {
  const cancellation = { at: at(0), reason: 'Sin respuesta' }
  const bridge = new FakeBridge([ticketFor(1, { stage: 'cancelled', cancellation }), ticketFor(2)])
  await openWall(bridge)
  await expect.poll(shown).toEqual([1002])
  const rail = page.getByRole('region', { name: 'Needs attention' })
  const chip = rail.getByRole('article', { name: '1001' })
  await expect.element(chip.getByText('Cancelled: Sin respuesta')).toBeVisible()
  expect(page.getByRole('button', { name: 'Ready 1001' }).elements()).toHaveLength(0)
  await chip.getByRole('button', { name: 'Got it 1001' }).click()
  expect(bridge.asked('tickets.acknowledge')).toEqual([{ ticketId: 'order 1', stations: [] }])
})

test.for(['1090', '12345678', 'C#1004-ABCD'])(
  'on a telephone, the chip of the cancelled %s says its code and Got it whole, beside the pages',
  async (code) => {
    await page.viewport(390, 844)
    const cancellation = { at: at(0), reason: 'Sin respuesta' }
    const cancelled = ticketFor(90, { code, stage: 'cancelled', cancellation })
    await openWall(new FakeBridge([cancelled, ...ticketsUpTo(30)]))
    const chip = page.getByRole('article', { name: code })
    await expect.element(chip).toBeVisible()
    const all = chip.element().getBoundingClientRect()
    for (const part of chip.element().querySelectorAll('strong, .seen, svg')) {
      if (part.getClientRects().length === 0) continue
      expect(part.scrollWidth, part.className).toBeLessThanOrEqual(part.clientWidth + 1)
      const { left, right, top, bottom } = part.getBoundingClientRect()
      expect(left, part.className).toBeGreaterThanOrEqual(all.left)
      expect(right, part.className).toBeLessThanOrEqual(all.right)
      expect(top, part.className).toBeGreaterThanOrEqual(all.top)
      expect(bottom, part.className).toBeLessThanOrEqual(all.bottom)
    }
    const gotIt = chip.getByRole('button', { name: `Got it ${code}` })
    expect(gotIt.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(48)
    expect(getComputedStyle(gotIt.element()).whiteSpace).toBe('nowrap')
  },
)

test('a jump from the rail turns to the page of the card and chooses it, also before that was measured', async () => {
  const idle = vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValue(0)
  onTestFinished(() => idle.mockRestore())
  const allergic = ticketFor(39, { items: [makeItem({ allergyWords: ['maní'] })] })
  await openWall(new FakeBridge([...ticketsUpTo(39), allergic]))
  await expect.poll(() => shown().length).toBeGreaterThan(0)
  expect(shown()).not.toContain(1039)
  const rail = page.getByRole('region', { name: 'Needs attention' })
  await rail.getByRole('button', { name: '1039 Allergy' }).click()
  await expect.poll(shown).toContain(1039)
  await expect.poll(() => document.activeElement).toBe(cardOf(39))
})

test('a jump from the rail finds a card whose page is not laid out yet, or anew', async () => {
  const waiting: IdleRequestCallback[] = []
  const idle = vi
    .spyOn(globalThis, 'requestIdleCallback')
    .mockImplementation((run) => waiting.push(run))
  onTestFinished(() => idle.mockRestore())
  const items = dishes(6)
  const allergic = ticketFor(40, { items: [makeItem({ allergyWords: ['maní'] })] })
  const others = Array.from({ length: 60 }, (_, nth) => ticketFor(nth, { items }))
  const bridge = new FakeBridge(others.with(40, allergic))
  await openWall(bridge)
  await expect.poll(() => shown().length).toBeGreaterThan(0)
  const jump = async () => {
    await page.getByRole('button', { name: '1040 Allergy' }).click()
    await expect.poll(() => document.activeElement).toBe(cardOf(40))
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect.poll(shown).not.toContain(1040)
  }
  // Each event measures some more; in the end all are measured and the last pages not laid out.
  for (let nth = 1; nth <= 5; nth++) {
    bridge.change([ticketFor(0, { items, buyerName: `Ana ${String(nth)}` })])
    await expect.element(page.getByText(`Ana ${String(nth)}`)).toBeVisible()
  }
  await jump()
  // Many orders leave, and their room is yet to be given to others.
  waiting.length = 0
  bridge.change(
    [],
    Array.from({ length: 20 }, (_, nth) => `order ${String(nth + 15)}`),
  )
  await jump()
  expect(waiting).not.toEqual([])
})

test('a jump from the rail ends on the page of its card, though the page in sight decides what the others have', async () => {
  // On the last jump, the card moved between two pages with each turn.
  const sizes = [
    3, 11, 3, 11, 9, 10, 4, 10, 2, 4, 7, 6, 4, 1, 9, 2, 11, 5, 2, 12, 4, 12, 5, 3, 2, 6, 3, 12, 4,
  ]
  const allergic = [3, 14, 23]
  const tickets = sizes.map((size, nth) => {
    const items = dishes(size)
    if (allergic.includes(nth)) items.push(makeItem({ key: 'nuts', allergyWords: ['maní'] }))
    return ticketFor(nth, { items })
  })
  const bridge = new FakeBridge(tickets)
  await openWall(bridge)
  const jumpTo = async (nth: number) => {
    await page.getByRole('button', { name: `${String(1000 + nth)} Allergy` }).click()
    await expect.poll(() => document.activeElement).toBe(cardOf(nth))
  }
  await jumpTo(23)
  await jumpTo(3)
  bridge.change([], ['order 0'])
  await jumpTo(23)
})

test('in a bad hour the rail counts each kind, the most urgent first, and the pace gives way', async () => {
  const cancellation = { at: at(0), reason: 'Sin respuesta' }
  const change = { kind: 'added', key: 'item-1', name: 'Té', before: 0, now: 1 } as const
  const bridge = new FakeBridge([
    ...[1, 2].map((nth) => ticketFor(nth, { stage: 'cancelled', cancellation })),
    ...[3, 4, 5].map((nth) => ticketFor(nth, { changes: [change] })),
    ...Array.from({ length: 12 }, (_, nth) =>
      ticketFor(nth + 6, { items: [makeItem({ allergyWords: ['maní'] })] }),
    ),
  ])
  bridge.answers['tickets.pace'] = { ready: 12, late: 2, medianSeconds: 700, early: 0 }
  await openWall(bridge)
  const rail = page.getByRole('region', { name: 'Needs attention' })
  await expect.element(rail.getByRole('button', { name: '17 orders need attention' })).toBeVisible()
  const chips = () =>
    rail
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent.trim().replaceAll(/\s+/g, ' '))
      .filter((text) => /^(Cancelled|Changed|Allergy)/.test(text))
  await expect.poll(chips).toEqual(['Cancelled2', 'Changed3', 'Allergy12'])
  await expect.element(rail.getByText('Typical time 11:40')).not.toBeInTheDocument()
  await rail.getByRole('button', { name: 'Allergy 12' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Needs attention' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  // Once there is room for each, they are single again, and the pace is back.
  bridge.change(
    [],
    Array.from({ length: 16 }, (_, nth) => `order ${String(nth + 2)}`),
  )
  await expect.element(rail.getByText('Typical time 11:40')).toBeVisible()
  await expect.element(rail.getByRole('article', { name: '1001' })).toBeVisible()
})

test('more than the rail has room for are a tap away', async () => {
  const driver = {
    stage: 'at-store',
    name: null,
    vehicle: null,
    pickupCode: null,
    expectedAt: null,
    searchesAt: null,
  } as const
  await openWall(new FakeBridge(ticketsUpTo(20).map((ticket) => ({ ...ticket, driver }))))
  await page.getByRole('button', { name: '20 orders need attention' }).click()
  const all = page.getByRole('dialog', { name: 'Needs attention' })
  await expect
    .poll(() => all.getByRole('button', { name: /Driver waiting/ }).elements().length)
    .toBe(20)
})

test('the head opens the details of its order; a preference has it bump', async () => {
  const bridge = new FakeBridge(ticketsUpTo(2))
  const list = await openWall(bridge)
  await list.getByRole('button', { name: 'Details 1001' }).click()
  await expect.poll(() => bridge.asked('tickets.get')).toEqual([{ ticketId: 'order 1' }])
  expect(bridge.asked('tickets.markReady')).toEqual([])
  closeWall()
  const other = new FakeBridge(ticketsUpTo(2))
  other.preferences = { ...other.preferences, headBumps: true }
  const again = await openWall(other)
  await again.getByRole('button', { name: 'Bump 1001' }).click()
  expect(other.asked('tickets.markReady')).toMatchObject([{ ticketId: 'order 1' }])
  expect(other.asked('tickets.get')).toEqual([])
})

test('where the kitchen says when it begins, the foot and the digits start first', async () => {
  const bridge = new FakeBridge(ticketsUpTo(2))
  bridge.answers['settings.get'] = { startedStage: true } as Settings
  const list = await openWall(bridge)
  await list.getByRole('button', { name: 'Start 1000' }).click()
  await expect
    .poll(() => bridge.asked('tickets.start'))
    .toEqual([{ ticketId: 'order 0', stations: [], started: true }])
  bridge.change([ticketFor(0, { startedAt: at(0) })])
  await list.getByRole('button', { name: 'Ready 1000' }).click()
  await expect
    .poll(() => bridge.asked('tickets.markReady'))
    .toMatchObject([{ ticketId: 'order 0' }])
})

test('the number of a key covers nothing of a ticket that continues elsewhere', async () => {
  await openWall(new FakeBridge([ticketFor(0, { items: dishes(40) })]))
  // Somebody uses a keyboard.
  document.documentElement.dataset['keys'] = ''
  onTestFinished(() => void delete document.documentElement.dataset['keys'])
  await expect.poll(() => cardOf(0)?.querySelector('[data-tail]')).not.toBeNull()
  const digit = boxOf(cardOf(0)?.querySelector('.digit') ?? undefined)
  expect(digit.width).toBeGreaterThan(0)
  const { left } = boxOf(cardOf(0)?.querySelector('[data-tail] span') ?? undefined)
  expect(digit.right).toBeLessThan(left)
  expect(cardOf(0)?.querySelector('[data-tail]')?.scrollWidth).toBeLessThanOrEqual(
    cardOf(0)?.querySelector('[data-tail]')?.clientWidth ?? 0,
  )
})
