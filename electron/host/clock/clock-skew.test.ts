import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  currentField,
  addEvent,
  redateFacts,
  type OrderFacts,
} from '#domain/tickets/order-facts.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { tries } from '#test/support/tries.ts'
import { ClockSkew } from './clock-skew.ts'

const start = Date.parse('2026-11-20T12:00:00.000Z')
const hour = 3_600_000

/**
 * A machine whose clock is this far ahead of the platform's, and a function that makes the platform
 * answer.
 */
function machineAhead(ms: number) {
  const machine = new FakeClock(new Date(start + ms).toISOString())
  const corrections: number[] = []
  const skew = new ClockSkew(machine, ({ correctedMs }) => corrections.push(correctedMs))
  /** Whole seconds, as in HTTP; `odd` is the error of this answer. */
  const answer = (odd = 0): void => {
    skew.addAnswer(Math.floor((start + machine.monotonic() + odd) / 1000) * 1000)
  }
  const offBy = (): number => skew.clock.now() - (start + machine.monotonic())
  return { machine, corrections, skew, answer, offBy }
}

describe('a machine’s clock against the platform’s', () => {
  test.each([23 * hour, -23 * hour, 11 * 60_000, -3 * 60_000])('%i ms ahead is corrected', (ms) => {
    const { skew, corrections, answer, offBy } = machineAhead(ms)
    answer()
    expect(skew.ms).toBeNull()
    answer()
    expect(Math.abs((skew.ms ?? 0) + ms)).toBeLessThan(1_000)
    expect(Math.abs(offBy())).toBeLessThan(1_000)
    expect(corrections).toHaveLength(1)
  })

  test('differences of up to two minutes are not corrected', async () => {
    const { skew, machine, corrections, answer, offBy } = machineAhead(119_000)
    for (let nth = 0; nth < 20; nth++) {
      answer()
      await machine.advance(10_333)
    }
    expect(offBy()).toBe(119_000)
    expect(corrections).toEqual([])
    expect(skew.ms).toBeLessThan(-117_000)
  })

  test.each([1, 2, 3, 4, 5, 6, 7])('an odd answer as number %i moves nothing', (nth) => {
    const { corrections, answer, offBy } = machineAhead(0)
    for (let each = 1; each <= 8; each++) {
      answer(each === nth ? 40 * hour : 0)
      expect(offBy()).toBe(0)
    }
    expect(corrections).toEqual([])
  })

  test('a corrected clock counts at once, and a wrong one after two answers', () => {
    const { machine, skew, answer, offBy } = machineAhead(23 * hour)
    for (let nth = 0; nth < 5; nth++) answer()
    machine.jump(-23 * hour)
    expect(offBy()).toBe(0)
    expect(skew.ms).toBeNull()
    machine.jump(-23 * hour)
    answer()
    answer()
    expect(Math.abs(offBy())).toBeLessThan(1_000)
  })

  test('a difference that crosses two minutes back and forth does not make time jump', async () => {
    const { corrections, machine, answer } = machineAhead(120_500)
    for (let nth = 0; nth < 50; nth++) {
      answer(nth % 2 === 0 ? 1_500 : -1_500)
      await machine.advance(7_000)
    }
    expect(corrections.length).toBeLessThan(2)
  })
})

describe('clocks that are far apart', () => {
  test.each([25 * hour, -25 * hour, 12 * 365 * 24 * hour])('%i ms is not corrected', (ms) => {
    const { skew, corrections, answer, offBy } = machineAhead(ms)
    for (let nth = 0; nth < 6; nth++) answer()
    expect(offBy()).toBe(ms)
    expect(corrections).toEqual([0])
    expect(Math.abs(skew.refusedMs + ms)).toBeLessThan(1_000)
    expect(skew.agreed.toDelete()).toBe(0)
  })

  test('contradicting answers correct nothing, and the clock is not called correct', () => {
    const { skew, corrections, answer, offBy } = machineAhead(0)
    for (let nth = 0; nth < 20; nth++) {
      answer(nth % 2 === 0 ? 20 * hour : 0)
      expect(offBy()).toBe(0)
      expect(skew.agreed.now()).toBeLessThanOrEqual(start + 1)
      expect(skew.agreed.toDelete()).toBe(0)
    }
    expect(corrections).toEqual([])
    expect(Math.abs(skew.ms ?? 0)).toBeGreaterThan(19 * hour)
  })
})

describe('the time that both clocks agree on', () => {
  test('none, until two answers have arrived or an hour has passed', async () => {
    const one = machineAhead(0)
    expect(one.skew.agreed.now()).toBe(0)
    one.answer()
    expect(one.skew.agreed.now()).toBe(0)
    one.answer()
    expect(one.skew.agreed.now()).toBe(one.machine.now())
    expect(one.skew.agreed.toDelete()).toBe(one.machine.now())
    const alone = machineAhead(0)
    await alone.machine.advance(hour - 1)
    expect(alone.skew.agreed.now()).toBe(0)
    await alone.machine.advance(1)
    expect(alone.skew.agreed.now()).toBe(alone.machine.now())
  })

  test('nothing is deleted while the platform sends no time, however long an outage is', async () => {
    const alone = machineAhead(0)
    await alone.machine.advance(48 * hour)
    expect(alone.skew.agreed.toDelete()).toBe(0)
    const { skew, machine, answer } = machineAhead(0)
    for (let nth = 0; nth < 5; nth++) answer()
    expect(skew.agreed.toDelete()).toBe(machine.now())
    await machine.advance(48 * hour)
    expect(skew.agreed.toDelete()).toBe(machine.now())
    machine.jump(26 * hour)
    await machine.advance(48 * hour)
    expect(skew.agreed.toDelete()).toBe(0)
  })

  test('the earlier of the two; and for an hour after a change nothing is deleted', async () => {
    const { skew, machine, answer } = machineAhead(0)
    for (let nth = 0; nth < 5; nth++) answer(23 * hour)
    expect(skew.clock.now()).toBeGreaterThan(machine.now() + 22 * hour)
    expect(skew.agreed.now()).toBe(machine.now())
    await machine.advance(hour - 1)
    expect(skew.agreed.toDelete()).toBe(0)
    await machine.advance(1)
    expect(skew.agreed.toDelete()).toBe(machine.now())
  })

  test.each([[25 * hour], Array<number>(4).fill(20_000)])(
    'the platform’s, once the wall clock was set by %i ms',
    async (...jumps) => {
      const { skew, machine, answer } = machineAhead(0)
      for (let nth = 0; nth < 5; nth++) answer()
      for (const jump of jumps) machine.jump(jump)
      expect(skew.agreed.toDelete()).toBe(0)
      answer()
      answer()
      expect(skew.agreed.now()).toBeLessThanOrEqual(
        start + Math.min(machine.now() - start, 120_000),
      )
      await machine.advance(hour - 1)
      expect(skew.agreed.toDelete()).toBe(0)
    },
  )
})

describe('the date that a message counts by', () => {
  const at = (ms: number): string => new Date(start + ms).toISOString()

  test('its own date, up to ten minutes ahead; else when it came', () => {
    const { skew, answer } = machineAhead(0)
    answer()
    answer()
    expect(skew.dateOf(at(-400 * 24 * hour), at(0))).toBe(at(-400 * 24 * hour))
    expect(skew.dateOf(at(10 * 60_000), at(0))).toBe(at(10 * 60_000))
    expect(skew.dateOf(at(10 * 60_000 + 1), at(0))).toBe(at(0))
    expect(skew.dateOf('2099-01-01T00:00:00.000Z', at(-1))).toBe(at(-1))
  })

  test('while nobody knows how wrong our own clock is, what it calls tomorrow is believed', () => {
    const { skew } = machineAhead(-25 * hour)
    expect(skew.dateOf(at(0), at(-25 * hour))).toBe(at(0))
    expect(skew.dateOf('2099-01-01T00:00:00.000Z', at(-25 * hour))).toBe(at(-25 * hour))
  })
})

describe('an order with messages from the future', () => {
  const at = (minute: number): string => new Date(start + minute * 60_000).toISOString()
  const message = (minute: number, date: string) => ({
    stamp: `${date}|k${minute}`,
    order: { _id: 'o', orderStatus: `s${minute}` },
    delivery: null,
  })
  /**
   * When a message arrived, in minutes, and how much later its own date is: not at all, or more
   * than is believed.
   */
  const received = fc.uniqueArray(
    fc.record({
      minute: fc.integer({ min: 0, max: 500 }),
      ahead: fc.oneof(fc.constant(0), fc.integer({ min: 11, max: 40_000_000 })),
    }),
    { minLength: 2, maxLength: 8, selector: ({ minute }) => minute },
  )
  function openSkew() {
    const { skew, machine, answer } = machineAhead(0)
    answer()
    answer()
    return { skew, machine }
  }

  test('later messages win over them', () => {
    fc.assert(
      fc.property(received, (all) => {
        const { skew, machine } = openSkew()
        let facts: OrderFacts | null = null
        for (const { minute, ahead } of all.toSorted((one, other) => one.minute - other.minute)) {
          machine.jump(start + minute * 60_000 - machine.now())
          skew.addAnswer(machine.now())
          skew.addAnswer(machine.now())
          facts = addEvent(facts, message(minute, skew.dateOf(at(minute + ahead), at(minute))))
          expect(currentField(facts, 'orderStatus')).toBe(`s${minute}`)
        }
      }),
      { numRuns: tries(300, 20_000) },
    )
  })

  test('dates that an older version trusted are corrected, and no known field changes', () => {
    fc.assert(
      fc.property(received, fc.integer({ min: 501, max: 1_000 }), (all, later) => {
        const { skew, machine } = openSkew()
        const old = all.reduce<OrderFacts | null>(
          (facts, { minute, ahead }) => addEvent(facts, message(minute, at(minute + ahead))),
          null,
        )
        fc.pre(old !== null)
        machine.jump(start + later * 60_000 - machine.now())
        const redated = redateFacts(old, (date) => skew.dateOf(date, at(0)))
        expect(currentField(redated, 'orderStatus')).toBe(currentField(old, 'orderStatus'))
        const isFar = redated.layers.some(({ stamp }) => stamp > at(later + 48 * 60))
        expect(isFar).toBe(false)
        const next = addEvent(redated, message(later, at(later + 48 * 60)))
        expect(currentField(next, 'orderStatus')).toBe(`s${later}`)
      }),
      { numRuns: tries(300, 20_000) },
    )
  })
})
