import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeUpTickets } from '../../test-support/sample-wall.ts'
import { targetAt } from './cards.ts'
import type { MeasuredTicket } from './fill-page.ts'
import { idsOf, layPages, pageInSight, type Page } from './pages.ts'
import { approach, draw, isHeld, nothingDrawn, tapTarget, type TouchGuard } from './touch-guard.ts'
import type { WallArea } from './use-wall-area.ts'

const area: WallArea = {
  columns: 3,
  columnWidth: 200,
  height: 500,
  gap: 8,
  foot: 44,
  tail: 20,
  dish: 20,
  scrolls: false,
}

type Act =
  | { act: 'approach' | 'press' | 'lift' | 'draw' }
  | { act: 'come'; ticket: MeasuredTicket; rank: number }
  | { act: 'leave'; which: number }
  | { act: 'turn'; which: number }
  | { act: 'change'; which: number; ticket: MeasuredTicket }
  | { act: 'tap'; x: number; y: number }
type Timed = Act & { after: number }

const ticket = madeUpTickets(area)
const which = fc.nat({ max: 50 })
const acts = fc.array(
  fc
    .oneof(
      fc.record({ act: fc.constantFrom('approach', 'press', 'lift', 'draw') }),
      fc.record({ act: fc.constant('come'), ticket, rank: which }),
      fc.record({ act: fc.constantFrom('leave', 'turn'), which }),
      fc.record({ act: fc.constant('change'), which, ticket }),
      fc.record({ act: fc.constant('tap'), x: fc.nat({ max: 620 }), y: fc.nat({ max: 500 }) }),
    )
    .chain((one) =>
      fc
        .oneof(fc.nat({ max: 150 }), fc.constantFrom(0, 399, 400, 1499, 1500, 4000))
        .map((after) => ({ ...one, after })),
    ),
  { minLength: 10, maxLength: 80 },
)

/** The ticket at a point of a page, computed only from the boxes of its segments. */
const ticketAt = ({ segments }: Page, x: number, y: number): string | null =>
  segments.find(({ column, top, height }) => {
    const left = column * (area.columnWidth + area.gap)
    return x >= left && x < left + area.columnWidth && y >= top && y < top + height
  })?.id ?? null

/** A wall that draws like use-wall.ts, with all that it has drawn. */
class Wall {
  now = 10_000
  tickets: MeasuredTicket[] = []
  shown = 0
  stable: TouchGuard<Page> = nothingDrawn
  readonly drawn: { page: Page; since: number }[] = []

  get page(): Page | undefined {
    return this.drawn.at(-1)?.page
  }

  lay(turned = false): void {
    const { page } = this
    const stood = idsOf(page?.tickets ?? [])
    const wasFull = page?.isFull ?? false
    const laid = layPages(this.tickets, area, { shown: this.shown, stood, wasFull })
    this.shown = Math.max(0, Math.min(this.shown, laid.length - 1))
    const held = page !== undefined && isHeld(this.stable, this.now) && !turned
    const next = pageInSight(laid, this.shown, held ? page : null, area)
    if (next === undefined) return
    this.drawn.push({ page: next, since: this.now })
    this.stable = draw(this.stable, next, this.now)
  }

  /** Handles a tap like use-pointer-nearby.ts, and answers the ticket that it reached. */
  tap(x: number, y: number): string | null {
    const { target } = tapTarget(this.stable, (page) => targetAt(page, area, x, y), this.now)
    this.stable = approach(this.stable, this.now)
    return target?.replace(/ foot$/, '') ?? null
  }

  private replace(one: Extract<Act, { act: 'change' } | { act: 'leave' }>): void {
    const place = one.which % Math.max(1, this.tickets.length)
    const id = this.tickets[place]?.id
    if (id === undefined) return
    const instead = one.act === 'change' ? [{ ...one.ticket, id }] : []
    this.tickets = this.tickets.toSpliced(place, 1, ...instead)
  }

  run(one: Exclude<Timed, { act: 'tap' }>): void {
    if (one.act === 'approach') this.stable = approach(this.stable, this.now)
    else if (one.act === 'press') this.stable = approach(this.stable, this.now, true)
    else if (one.act === 'lift') this.stable = approach(this.stable, this.now, false)
    else if (one.act === 'turn') this.shown = one.which % 3
    else if (one.act === 'come')
      this.tickets = this.tickets.toSpliced(one.rank % (this.tickets.length + 1), 0, one.ticket)
    else if (one.act === 'leave' || one.act === 'change') this.replace(one)
    this.lay(one.act === 'turn')
  }
}

/** Plays events on a wall with orders, and checks it after each of them. */
function play(happens: readonly Timed[], check: (wall: Wall, one: Timed) => void): void {
  const wall = new Wall()
  for (const one of happens) {
    wall.now += one.after
    check(wall, one)
  }
}
const walls = fc.tuple(fc.array(ticket, { minLength: 4, maxLength: 20 }), acts)
const begin = (tickets: readonly MeasuredTicket[]): Timed[] =>
  tickets.map((each) => ({ act: 'come', ticket: each, rank: 0, after: 1000 }))

test('no tap ever reaches a ticket where another was drawn within the last 400 ms', () => {
  let reached = 0
  let refused = 0
  fc.assert(
    fc.property(walls, ([tickets, happens]) => {
      play([...begin(tickets), ...happens], (wall, one) => {
        if (one.act !== 'tap') {
          wall.run(one)
          return
        }
        const { drawn, now } = wall
        const tapped = wall.tap(one.x, one.y)
        const lately = drawn.filter((_, at) => now - (drawn[at + 1]?.since ?? now) < 400)
        const stood = lately.map(({ page }) => ticketAt(page, one.x, one.y))
        if (tapped === null) {
          if (stood.at(-1) !== null && stood.length > 0) refused++
          return
        }
        reached++
        expect(tapped).toBe(stood.at(-1))
        for (const other of stood) expect([null, tapped]).toContain(other)
      })
    }),
    { numRuns: 300 },
  )
  // The random events include both cases.
  expect(Math.min(reached, refused)).toBeGreaterThan(20)
})

test('while a hand is near nothing that is drawn moves, and a tap reaches what it was aimed at', () => {
  let stored = 0
  fc.assert(
    fc.property(walls, ([tickets, happens]) => {
      /** The page that was drawn when the hand came near, if it is still drawn. */
      let aimedAt: Page | undefined
      play([...begin(tickets), ...happens], (wall, one) => {
        const isNear = isHeld(wall.stable, wall.now)
        const before = wall.page
        if (!isNear) aimedAt = before
        if (one.act === 'tap') {
          const tapped = wall.tap(one.x, one.y)
          const aim = aimedAt === undefined ? null : ticketAt(aimedAt, one.x, one.y)
          if (aim !== null) expect([null, aim]).toContain(tapped)
          return
        }
        wall.run(one)
        if (one.act === 'turn') aimedAt = wall.page
        else if (isNear && before !== undefined) {
          expect(wall.page?.segments.slice(0, before.segments.length)).toEqual(before.segments)
          stored++
        }
      })
    }),
    { numRuns: 300 },
  )
  expect(stored).toBeGreaterThan(100)
})
