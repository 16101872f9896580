import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { readOrder } from '#platform/orders.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import type { Bases } from './checking-proxy.ts'
import { startCheckedPlatform, type CheckedPlatform } from './checked-platform.ts'
import { askedBy, isGood, type RawRequest, type Row } from './row.ts'
import { rowFiles } from './rows.ts'

const rows = Object.values(rowFiles).flat()
const names = Object.keys(platformOperations) as PlatformOperationName[]

/** The operations without their input types, so that rows can also send invalid input. */
const callable = platformOperations as unknown as Record<
  PlatformOperationName,
  (connection: Connection, asked: object) => Promise<CallResult<unknown>>
>

let platform: CheckedPlatform
beforeAll(async () => {
  platform = await startCheckedPlatform()
})
afterAll(() => platform.close())

async function ask(
  base: keyof Bases,
  { method, path, body, authorization }: RawRequest,
): Promise<{ status: number; body: unknown }> {
  const { v3Url, v1Url, tabsUrl, token, channelToken } = platform.connection
  const url = { v3: v3Url, v1: v1Url, tabs: tabsUrl }[base]
  const own = base === 'tabs' ? (channelToken ?? '') : `Bearer ${token}`
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: authorization ?? own,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

async function run(row: Row): Promise<void> {
  if ('raw' in row) {
    const raw = typeof row.raw === 'function' ? row.raw(platform) : row.raw
    const { base } = platformOperations[row.operation].spec
    expect(await ask(base, raw)).toEqual(row.replies)
    return
  }
  const asked = await askedBy(row, platform)
  const answersBefore = platform.checked()
  const result = await callable[row.operation](platform.connection, asked)
  expect(platform.checked() - answersBefore).toBe('unsent' in row ? 0 : 1)
  if ('answers' in row) {
    const value = typeof row.answers === 'function' ? row.answers(asked) : row.answers
    expect(result).toMatchObject({ ok: true, value })
  } else if ('refused' in row) {
    expect(result).toMatchObject({ ok: false, failure: { kind: 'answered', ...row.refused } })
  } else {
    expect(result).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
    const text = result.ok ? '' : result.failure.message
    expect(text.slice(0, row.unsent.length)).toBe(row.unsent)
  }
}

describe.each(names)('%s', (name) => {
  const own = rows.filter(({ operation }) => operation === name)

  test.each(own.map((row) => [`${row.section}: ${row.title}`, row] as const))(
    '%s',
    async (_title, row) => {
      const before = platform.violations().length
      await run(row)
      expect(platform.violations().slice(before)).toEqual([])
    },
  )

  test('has good rows and bad ones', () => {
    expect(own.filter(isGood)).not.toEqual([])
    expect(own.filter((row) => !isGood(row))).not.toEqual([])
  })

  test('Authentication: a wrong token is refused', async () => {
    const good = own.find((row) => 'answers' in row)
    const wrong = { ...platform.connection, token: 'wrong', channelToken: 'wrong' }
    const result = await callable[name](wrong, await askedBy(good ?? {}, platform))
    expect(result).toMatchObject({ ok: false, failure: { kind: 'answered', status: 401 } })
  })
})

describe('after all of it', () => {
  beforeAll(async () => {
    const { practice, connection } = platform
    const { _id } = await practice.placeOrder({ deliveryType: 'delivery' })
    await practice.moveDriver(_id, 'delivered')
    await readOrder(connection, { params: { orderId: _id } })
    await practice.eventsSettled()
  })

  test('every answer and every event agrees with the document', () => {
    expect(platform.checked()).toBeGreaterThan(100)
    expect(platform.violations()).toEqual([])
  })

  test('every field of every resource was answered', () => {
    expect(platform.check.unseen()).toEqual([])
  })
})
