import { expect } from 'vitest'
import type { WireShift } from '#practice/tabs/shift.ts'
import { valueOfOk } from './reservations.ts'
import { openGoBetween, type Answer } from './go-between.ts'
import { openTestStore, type TestStore } from './kitchen.ts'

/** A payment as a platform may send it: any field with any type. */
export type OddPayment = Record<string, unknown> & { _id: string; createdAt: string }

type Shift = Pick<WireShift, '_id' | 'startedAt' | 'endedAt'> & { cashRegisterShifts?: object[] }

/**
 * A store whose till a test fills with any records. Its lists are requested by time and page, like
 * the platform's.
 */
export interface OddTill {
  store: TestStore
  /** In any order; a test may change it. */
  payments: OddPayment[]
  /** Every request for payments as `from..to`; each is an instant or empty. */
  asked: string[]
}

interface Filled {
  payments: OddPayment[]
  shifts: Shift[]
  methods?: { _id: string; name: string }[]
  /** ISO 3166 alpha-2. */
  country?: string
  /** An answer that replaces a page of payments; undefined for the page itself. */
  instead?: (range: string) => Answer | undefined
}

const answered = (data: unknown): Answer => ({ body: JSON.stringify({ success: true, data }) })

function pageOf(items: readonly unknown[], { searchParams }: URL): Answer {
  const page = Number(searchParams.get('page') ?? 1)
  const limit = Number(searchParams.get('limit') ?? 10)
  return answered({
    items: items.slice((page - 1) * limit, page * limit),
    hasNextPage: page * limit < items.length,
    hasPreviousPage: page > 1,
    totalPages: Math.ceil(items.length / limit),
    totalCount: items.length,
  })
}

export async function openOddTill({
  payments,
  shifts,
  methods = [],
  country = 'CL',
  instead = () => undefined,
}: Filled): Promise<OddTill> {
  const till = { payments, asked: [] as string[] }

  function listPayments(url: URL): Answer {
    const [from, to] = ['fromDate', 'toDate'].map((name) => url.searchParams.get(name) ?? '')
    const range = `${from ?? ''}..${to ?? ''}`
    till.asked.push(range)
    const within = till.payments
      .filter(({ createdAt }) => createdAt >= (from ?? '') && createdAt <= (to || '9'))
      .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    return instead(range) ?? pageOf(within, url)
  }

  const between = await openGoBetween({
    answer(path, url) {
      if (path.endsWith('/tab-payments')) return listPayments(url)
      if (path.endsWith('/payment-methods')) return pageOf(methods, url)
      if (path.endsWith('/waste-incidents')) return pageOf([], url)
      const shiftId = /\/shifts\/([^/]+)$/.exec(path)?.[1]
      if (shiftId === undefined) return undefined
      const shift = shifts.find(({ _id }) => _id === shiftId)
      return shift === undefined ? { status: 404 } : answered(shift)
    },
    data(path, body) {
      if (!path.endsWith('/me')) return body
      const { data, ...rest } = body as { data: { website: object } }
      return { ...rest, data: { ...data, website: { ...data.website, countryCode: country } } }
    },
  })
  const store = await openTestStore({ between })
  valueOfOk(await store.call('settings.change', { requestsPerSecond: 50 }))
  await expect
    .poll(async () => valueOfOk(await store.call('status.get', {})).store?.countryCode)
    .toBe(country)
  return Object.assign(till, { store })
}
