import type { Proof } from '#contract/doctor.ts'
import {
  listPaymentMethods,
  listTabPayments,
  listWasteIncidents,
  readShift,
} from '#platform/tabs.ts'
import { proveList, type ListChecks } from './checks.ts'
import { emptied, isList, shown, type Shown } from './proof.ts'
import type { Probe } from './probe.ts'

/** What both lists with dates in them can be asked. */
interface DatedQuery {
  from?: string
  to?: string
  page?: number | undefined
  limit?: number | undefined
  order?: 'asc' | 'desc'
  /** By the date that the list has. */
  sorted?: true
}

/** The lists share the names of their parameters. */
const datedChecks: ListChecks<DatedQuery> = {
  pages: ['tabsLimitParameter', 'tabsPageParameter', ({ page, size }) => ({ page, limit: size })],
  checks: [
    ['tabsFromParameter', ({ farFuture }) => [{ from: farFuture }], emptied],
    ['tabsToParameter', ({ longAgo }) => [{ to: longAgo }], emptied],
    [
      'tabsOrderParameter',
      () => [{ order: 'asc' }, { order: 'desc' }],
      (_, rising = null, falling = null) => orderProof(rising, falling),
      'until-refused',
    ],
    // Each list can be sorted by one field only, which is the default: no answer changes.
    [
      'tabsSortParameter',
      () => [{ sorted: true }],
      (_, sorted) => (sorted === 'refused' ? 'contradicted' : 'unclear'),
    ],
  ],
}

const timesOf = (list: Shown): number[] =>
  isList(list) && list.dates ? list.dates.map((date) => Date.parse(date)) : []

const rises = (times: readonly number[]): boolean =>
  times.every((time, index) => index === 0 || (times[index - 1] ?? time) <= time)

/** So many different instants in a row are no chance. */
const enough = 3

const isDistinct = (times: readonly number[], least: number): boolean =>
  new Set(times).size >= least

/** The sort order asked for: the list upwards, beside the list downwards. */
export function orderProof(rising: Shown, falling: Shown): Proof {
  if (rising === 'refused') return 'contradicted'
  const up = timesOf(rising)
  const down = timesOf(falling)
  if (!isDistinct([...up, ...down], 2)) return 'unclear'
  if (falling === 'refused') return 'contradicted'
  if (rising === null || falling === null) return 'unclear'
  const isTold = (up[0] ?? NaN) < (down[0] ?? NaN)
  if (isTold && rises(up) && rises(down.toReversed())) return 'proven'
  const isDeaf = up.length === down.length && up.every((time, index) => time === down[index])
  return isDeaf && isDistinct(up, 2) ? 'contradicted' : 'unclear'
}

/** The order of a list that was asked for no order. */
export function defaultOrderProof(list: Shown, order: string): Proof {
  const times = timesOf(list)
  if (!rises(order === 'asc' ? times : times.toReversed())) return 'contradicted'
  return isDistinct(times, enough) ? 'proven' : 'unclear'
}

/** Payments, waste, payment methods and a shift of the store, and the names that the lists are asked by. */
export async function examineTabs(probe: Probe): Promise<void> {
  const { storeId } = probe
  if (storeId === null) {
    for (const operation of [listTabPayments, listWasteIncidents, listPaymentMethods, readShift])
      probe.skip(operation, 'there is no store to ask for')
    return
  }
  const params = { storeId }
  const payments = await probe.attempt(listTabPayments, { params })
  const waste = await probe.attempt(listWasteIncidents, { params })
  await probe.attempt(listPaymentMethods, { params })
  const paid = payments.result.ok ? payments.result.value.items : []
  const shiftId = paid.map((payment) => payment.shiftId).find(Boolean)
  if (shiftId === undefined || shiftId === null)
    probe.skip(readShift, 'there is no shift to ask for: no payment names one')
  else await probe.attempt(readShift, { params: { storeId, shiftId } })

  const shownPayments = ({ result }: typeof payments): Shown =>
    shown(result, ({ createdAt }) => createdAt)
  const shownWaste = ({ result }: typeof waste): Shown => shown(result, ({ date }) => date)
  const askPayments = async ({ sorted, ...query }: DatedQuery): Promise<Shown> => {
    const sortBy = sorted && { sortBy: 'createdAt' as const }
    return shownPayments(
      await probe.ask(listTabPayments, { params, query: { ...query, ...sortBy } }),
    )
  }
  const askWaste = async ({ sorted, ...query }: DatedQuery): Promise<Shown> => {
    const sortBy = sorted && { sortBy: 'date' as const }
    return shownWaste(
      await probe.ask(listWasteIncidents, { params, query: { ...query, ...sortBy } }),
    )
  }
  // Ask the list that has something to show.
  const wasted = waste.result.ok ? waste.result.value.items : []
  const isOfPayments = paid.length >= 2 || wasted.length < 2
  const base = isOfPayments ? shownPayments(payments) : shownWaste(waste)
  if (!isList(base)) return
  await proveList(probe, base, isOfPayments ? askPayments : askWaste, datedChecks)
  probe.prove({ tabsDefaultOrder: defaultOrderProof(base, probe.dialect.tabsDefaultOrder) })
}
