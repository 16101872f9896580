import { describe, expect, test } from 'vitest'
import { LargeProgram } from './large-program.ts'
import { clientStatus } from './program.ts'

const at = Date.parse('2026-11-20T15:00:00.000Z')
const count = 1_000_000
const program = new LargeProgram({ seed: 3, now: () => at, clients: count })
const everybody = { search: '', status: clientStatus.everybody, oldestFirst: true }
const always = { from: -Infinity, to: Infinity }

describe('a program of a million', () => {
  test('goes from the first to the last in the order of its ids', () => {
    const first = program.clientsAfter(null, 3)
    expect(program.clientsAfter(first[2]?.id ?? '', 2)).toEqual(
      program.clientsAfter(null, 5).slice(3),
    )
    expect(program.clientsAfter(`rty-cli-00${count - 2}`, 10)).toHaveLength(2)
    expect(program.clientsAfter(`rty-cli-0${count}`, 10)).toEqual([])
    const ids = program.clientsAfter('rty-cli-00099998', 5).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(5)
  })

  test('lists them from either end, and says how many there are', () => {
    const oldest = program.clients(everybody)
    const newest = program.clients({ ...everybody, oldestFirst: false })
    expect(oldest.length).toBe(count)
    expect(newest.slice(count - 2, count)).toEqual(oldest.slice(0, 2).toReversed())
    const joined = oldest.slice(500_000, 500_010).map(({ joinedAt }) => joinedAt)
    expect(joined).toEqual(joined.toSorted((one, other) => one - other))
  })

  test('finds each client by either id, with their own movements', () => {
    const [client] = program.clientsAfter('rty-cli-00700000', 1)
    expect(program.find({ id: client?.id, userId: undefined })).toEqual(client)
    expect(program.find({ id: undefined, userId: client?.userId })).toEqual(client)
    expect(program.find({ id: client?.id, userId: 'usr-00000001' })).toBeUndefined()
    expect(program.find({ id: 'nobody', userId: undefined })).toBeUndefined()
    const userId = program
      .clientsAfter('rty-cli-00100000', 50)
      .find(({ movements }) => movements.some((each) => each.at <= at))?.userId
    const own = program.movements({ userId, type: undefined, range: always })
    expect(own.length).toBeGreaterThan(0)
    expect(new Set(own.map((each) => each.userId))).toEqual(new Set([userId]))
  })

  test('finds somebody far behind by the digits of the telephone', () => {
    const clients = program.clients({ ...everybody, search: '+56900700001' }).slice(0, 5)
    expect(clients.every(({ identifier }) => identifier === 'LC-700001')).toBe(true)
  })
})
