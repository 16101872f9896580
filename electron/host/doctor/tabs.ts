import {
  listPaymentMethods,
  listTabPayments,
  listWasteIncidents,
  readShift,
} from '#platform/tabs.ts'
import { emptied, paged, shown, twice, type Shown } from './proof.ts'
import type { Probe } from './probe.ts'
import { defaultOrderProof, orderProof } from './sorting.ts'

/** A list of the tabs with dates in it, and a question to it. */
interface DatedList {
  base: Shown
  dates: readonly (string | null | undefined)[]
  ask(query: {
    from?: string
    to?: string
    page?: number | undefined
    limit?: number | undefined
    order?: 'asc' | 'desc'
    sorted?: true
  }): Promise<{ list: Shown; dates: readonly (string | null | undefined)[] }>
}

const none = { list: null, dates: [] }

/** Payments, waste, payment methods and a shift of the store, and the names that the lists are asked by. */
export async function examineTabs(probe: Probe): Promise<void> {
  const { storeId } = probe
  if (storeId === null) {
    for (const name of ['listTabPayments', 'listWasteIncidents', 'listPaymentMethods'] as const)
      probe.skip(name, 'there is no store to ask for')
    probe.skip('readShift', 'there is no store to ask for')
    return
  }
  const params = { storeId }
  const payments = await probe.attempt('listTabPayments', listTabPayments, { params })
  const waste = await probe.attempt('listWasteIncidents', listWasteIncidents, { params })
  await probe.attempt('listPaymentMethods', listPaymentMethods, { params })
  const paid = payments.result.ok ? payments.result.value.items : []
  const shiftId = paid.map((payment) => payment.shiftId).find(Boolean)
  if (shiftId === undefined || shiftId === null)
    probe.skip('readShift', 'there is no shift to ask for: no payment names one')
  else await probe.attempt('readShift', readShift, { params: { storeId, shiftId } })

  const wasted = waste.result.ok ? waste.result.value.items : []
  const ofPayments: DatedList = {
    base: shown(payments.result),
    dates: paid.map(({ createdAt }) => createdAt),
    async ask({ sorted, ...query }) {
      const sortBy = sorted === true ? { sortBy: 'createdAt' as const } : {}
      const input = { params, query: { ...query, ...sortBy } }
      const { result } = await probe.ask(listTabPayments, input)
      const items = result.ok ? result.value.items : []
      return { list: shown(result), dates: items.map(({ createdAt }) => createdAt) }
    },
  }
  const ofWaste: DatedList = {
    base: shown(waste.result),
    dates: wasted.map(({ date }) => date),
    async ask({ sorted, ...query }) {
      const sortBy = sorted === true ? { sortBy: 'date' as const } : {}
      const { result } = await probe.ask(listWasteIncidents, {
        params,
        query: { ...query, ...sortBy },
      })
      const items = result.ok ? result.value.items : []
      return { list: shown(result), dates: items.map(({ date }) => date) }
    },
  }
  // The lists share their names: the one that has something to show is asked.
  if (paid.length >= 2 || wasted.length < 2) await proveDated(probe, ofPayments)
  else await proveDated(probe, ofWaste)
}

async function proveDated(probe: Probe, { base, dates, ask }: DatedList): Promise<void> {
  if (base === null || base === 'refused') return
  const pages = await twice(() =>
    paged(base, async ({ page, size }) => (await ask({ page, limit: size })).list),
  )
  const from = await ask({ from: probe.farFuture })
  const to = await ask({ to: probe.longAgo })
  const rising = await ask({ order: 'asc' })
  const falling = rising.list === 'refused' ? none : await ask({ order: 'desc' })
  const sorted = await ask({ sorted: true })
  probe.prove({
    tabsLimitParameter: pages.size,
    tabsPageParameter: pages.page,
    tabsFromParameter: emptied(base, from.list),
    tabsToParameter: emptied(base, to.list),
    tabsOrderParameter: rising.list === 'refused' ? 'contradicted' : orderProof(rising, falling),
    // Each list can be sorted by one field only, which is the default: no answer changes.
    tabsSortParameter: sorted.list === 'refused' ? 'contradicted' : 'unclear',
    tabsDefaultOrder: defaultOrderProof(dates, probe.dialect.tabsDefaultOrder),
  })
}
