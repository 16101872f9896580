import { createHash } from 'node:crypto'
import type { StoreStatus } from '#contract/relay/store-status.ts'
import { statusSubject, type StoreInChain } from '#contract/relay/subjects.ts'
import type { TestChain } from './test-chain.ts'
import { statusOf } from './test-fleet.ts'

const streets = [
  'Alameda',
  'Centro',
  'Costanera',
  'Estación',
  'Mercado',
  'Parque',
  'Plaza',
  'Puerto',
]
const cities = ['Arica', 'Antofagasta', 'Concepción', 'La Serena', 'Rancagua', 'Santiago', 'Temuco']

const regions = ['Norte', 'Centro', 'Sur']
const tagsOf = (nth: number): string[] =>
  (
    [
      ['Drive-thru', 4],
      ['Franchise', 3],
      ['Airport', 25],
      ['Open 24 h', 40],
    ] as const
  ).flatMap(([tag, every]) => (nth % every === 0 ? [tag] : []))

const storeOf = (nth: number): StoreInChain => ({
  websiteId: nth % 3 === 0 ? 'burger' : 'pizza',
  storeId: `store-${String(nth)}`,
})
const nameOf = (nth: number): string =>
  `${streets[nth % streets.length] ?? ''} ${cities[nth % cities.length] ?? ''} ${String(nth)}`

/** What the nth store sends: most are well, and each trouble has some. */
function sentBy(nth: number): StoreStatus | null {
  const busy = { openTickets: nth % 9, lastOrderAge: nth % 1_800, diskFreeMb: 20_000 + nth }
  const troubles: Record<number, Partial<StoreStatus>> = {
    11: { lateTickets: 1 + (nth % 4), openTickets: 12 },
    29: { platform: 'not-reached', waiting: nth % 7, feedAge: 600 },
    53: { needsPerson: 1, waiting: 2 },
    71: { diskFreeMb: 400 },
    89: { isBackupFailing: true, backupAge: 200_000 },
    97: { isSaving: false, diskFreeMb: 3 },
  }
  if (nth % 83 === 5) return null
  const trouble = Object.entries(troubles).find(([every]) => nth % 100 === Number(every))?.[1]
  return statusOf({
    ...busy,
    name: nameOf(nth),
    app: nth % 10 === 0 ? '0.1.9' : '0.2.0',
    ...trouble,
  })
}

/** Makes a chain's list of that many stores, and a key for its fleet page. */
export async function listStores(chain: TestChain, count: number): Promise<string> {
  chain.folder.writeStores(
    Array.from({ length: count }, (_, nth) => ({
      ...{ ...storeOf(nth), name: nameOf(nth), region: regions[nth % regions.length] ?? '' },
      tags: tagsOf(nth),
      // Their tokens are nobody's.
      hash: createHash('sha256').update(String(nth)).digest('hex'),
      changedAt: '2026-11-01T00:00:00.000Z',
    })),
  )
  return chain.addUser('Ana', 'admin')
}

/** Publishes the status of the stores from one number up to another; a few are silent. */
export async function publishStatuses(chain: TestChain, from: number, to: number): Promise<void> {
  const nats = await chain.nats()
  for (let nth = from; nth < to; nth++) {
    const status = sentBy(nth)
    if (status !== null) nats.publish(statusSubject(storeOf(nth)), JSON.stringify(status))
  }
  await nats.flush()
}
