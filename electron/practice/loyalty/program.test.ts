import { movementTypes } from '#platform/loyalty.ts'
import { describe, expect, test } from 'vitest'
import { balanceAt, fullName } from './client.ts'
import { PointLots } from './points.ts'
import { clientStatus, StoredProgram } from './program.ts'

const start = Date.parse('2026-11-20T15:00:00.000Z')
const day = 86_400_000
const always = { from: -Infinity, to: Infinity }
const open = (seed = 1, at = start) => new StoredProgram({ seed, now: () => at })
const everything = { userId: undefined, type: undefined, range: always }
const everybody = { search: '', status: clientStatus.everybody, oldestFirst: true }

describe('the program', () => {
  const program = open()
  const clients = program.clients(everybody)

  test('is the same for the same seed and clock, and another for another', () => {
    expect(open().clients(everybody)).toEqual(clients)
    expect(open(2).clients(everybody)).not.toEqual(clients)
    expect(open(1, start + day).clients(everybody)).not.toEqual(clients)
  })

  test('has 3,000 clients, each with a different full name', () => {
    expect(clients).toHaveLength(3000)
    for (const name of ['id', 'userId', 'identifier'] as const) {
      expect(new Set(clients.map((client) => client[name])).size, name).toBe(3000)
    }
    const addresses = clients.flatMap(({ email }) => email ?? [])
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  test('has people as they are: accents, ñ, names of two words, some without details', () => {
    const some = (is: (client: (typeof clients)[number]) => boolean) => clients.filter(is).length
    expect(some((client) => /[áéíóú]/i.test(fullName(client)))).toBeGreaterThan(500)
    expect(some((client) => /ñ/i.test(fullName(client)))).toBeGreaterThan(100)
    expect(some(({ firstName }) => firstName.includes(' '))).toBeGreaterThan(100)
    expect(some(({ email }) => email === null)).toBeGreaterThan(50)
    expect(some(({ phone }) => phone === null)).toBeGreaterThan(50)
    expect(some(({ orders }) => orders.length === 0)).toBeGreaterThan(50)
    expect(some(({ movements }) => movements.length === 0)).toBeGreaterThan(10)
    for (const { email, phone } of clients) {
      if (email !== null) expect(email).toMatch(/^[a-z]+(\.[a-z]+)+\.\d{4}@example\.com$/)
      if (phone !== null) expect(phone).toMatch(/^\+5690000\d{4}$/)
    }
  })

  test('has movements of all six types, and manual ones both ways', () => {
    const all = program.movements(everything)
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(movementTypes))
    const manual = program.movements({ ...everything, type: 'manual' })
    expect(new Set(manual.map(({ direction }) => direction))).toEqual(new Set(['credit', 'debit']))
    expect(all.every(({ amount }) => Number.isInteger(amount) && amount > 0)).toBe(true)
  })

  test('runs every balance up and down by the movements, one after the other, never below 0', () => {
    for (const { movements } of clients) {
      let balance = 0
      let before = -Infinity
      for (const movement of movements) {
        balance += movement.direction === 'credit' ? movement.amount : -movement.amount
        expect(movement.balance).toBe(balance)
        expect(balance).toBeGreaterThanOrEqual(0)
        expect(movement.at).toBeGreaterThan(before)
        before = movement.at
      }
    }
  })

  test('contains nothing in the future', () => {
    expect(program.movements(everything).every(({ at }) => at <= start)).toBe(true)
    for (const client of clients) {
      expect(client.joinedAt).toBeLessThanOrEqual(start)
      expect(client.lastLoginAt ?? 0).toBeLessThanOrEqual(start)
      expect(client.orders.every(({ at }) => at <= start && at >= client.joinedAt)).toBe(true)
    }
  })

  test('gives refunds of what was redeemed, with the same order', () => {
    const redeemed = new Map(
      program
        .movements({ ...everything, type: 'redemption' })
        .map(({ origin, amount }) => [origin.orderId ?? origin.tabId, amount]),
    )
    const refunds = program.movements({ ...everything, type: 'refund' })
    expect(refunds.length).toBeGreaterThan(20)
    for (const { origin, amount } of refunds) {
      expect(redeemed.get(origin.orderId ?? origin.tabId)).toBe(amount)
    }
  })
})

describe('as time goes by', () => {
  let at = start
  const program = new StoredProgram({ seed: 1, now: () => at })

  test('points expire on the announced day', () => {
    const before = program.movements(everything)
    const { expirationBuckets, pointsInCirculation } = program.summary(always)
    at = start + 10 * day
    const expired = program
      .movements({ ...everything, range: { from: start + 1, to: at } })
      .filter(({ type }) => type === 'expiration')
    const points = expired.reduce((sum, { amount }) => sum + amount, 0)
    expect(points).toBeGreaterThan(0)
    expect(points).toBe(expirationBuckets.lessThan10)
    expect(program.movements(everything)).toHaveLength(before.length + expired.length)
    expect(program.summary(always).pointsInCirculation).toBe(pointsInCirculation - points)
    const held = program.clients(everybody).map((client) => balanceAt(client, at))
    expect(held.reduce((sum, each) => sum + each, 0)).toBe(pointsInCirculation - points)
  })

  test('clients without an order in 90 days are no longer active', () => {
    at = start
    const active = program.clients({ ...everybody, status: clientStatus.active })
    expect(active.length).toBeGreaterThan(100)
    at = start + 90 * day
    expect(program.clients({ ...everybody, status: clientStatus.active })).toEqual([])
    expect(program.clients({ ...everybody, status: clientStatus.inactive })).toHaveLength(3000)
  })
})

describe('lots of points', () => {
  test('are spent by earliest expiry, and those that never expire last', () => {
    const lots = new PointLots()
    lots.add(10, null)
    lots.add(20, 200)
    lots.add(30, 100)
    lots.spend(35)
    expect(lots.list()).toEqual([
      { points: 15, expiresAt: 200 },
      { points: 10, expiresAt: null },
    ])
    expect(lots.soonest()).toEqual({ points: 15, expiresAt: 200 })
    expect(() => lots.spend(26)).toThrow('26 points asked for, 25 held')
    lots.spend(25)
    expect(lots.total).toBe(0)
    expect(lots.soonest()).toBeNull()
  })
})
