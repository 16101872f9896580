import { decimalsOf } from '#contract/shared/currency.ts'
import { compareStores, type FleetStatus, type FleetStore } from '#contract/relay/fleet.ts'
import { fold } from '#contract/shared/fold.ts'
import { comparePlaces, nameOf, type Compare } from '../fleet-stores.ts'
import type { Column } from './columns.ts'

/** By which column the table is sorted. */
export interface Sort {
  column: Column
  /** The largest, the latest or the last of the alphabet first. */
  isDown: boolean
}

/** Those in trouble first. */
export const usualSort: Sort = { column: 'state', isDown: false }

type Figure = (status: FleetStatus) => number | string | null

/** Digits by their size: 0.10 is after 0.9. */
const padded = (text: string): string =>
  fold(text).replaceAll(/\d+/g, (digits) => digits.padStart(9, '0'))

/** An age grows as its instant gets earlier. */
const ageOf = (at: number | null): number | null => (at === null ? null : -at)

const figures: Readonly<Record<Exclude<Column, 'state' | 'store' | 'region'>, Figure>> = {
  version: ({ app }) => padded(app),
  lastOrder: ({ lastOrderAt }) => ageOf(lastOrderAt),
  tickets: ({ openTickets }) => openTickets,
  waiting: ({ waiting }) => waiting,
  feed: ({ feedAt }) => ageOf(feedAt),
  disk: ({ diskFreeMb }) => diskFreeMb,
  backup: ({ backupAt }) => ageOf(backupAt),
  sales: ({ salesToday }) =>
    salesToday === null ? null : salesToday.amount / 10 ** decimalsOf(salesToday.currency),
  covers: ({ coversToday }) => coversToday,
}

function valueOf(column: Column, store: FleetStore): number | string | null {
  if (column === 'state') return null
  if (column === 'store') return padded(nameOf(store))
  if (column === 'region') return store.region === '' ? null : fold(store.region)
  return store.status === null ? null : figures[column](store.status)
}

/** What is not known comes last, whichever way the others go. */
export function compareBy({ column, isDown }: Sort): Compare {
  if (column === 'state')
    return (one, other) => (isDown ? compareStores(other, one) : compareStores(one, other))
  return (one, other) => {
    const [first, second] = [valueOf(column, one), valueOf(column, other)]
    if (first === second) return comparePlaces(one, other)
    if (first === null || second === null) return first === null ? 1 : -1
    return first < second === isDown ? 1 : -1
  }
}

/** Of numbers the largest matter, but of free space the least. */
const startsDown: ReadonlySet<Column> = new Set([
  ...(['lastOrder', 'tickets', 'waiting', 'feed', 'backup', 'sales', 'covers'] as const),
])

/** What a tap on the head of a column does: sort by it, turn it round, and the usual order again. */
export function nextSort(now: Sort, column: Column): Sort {
  if (now.column !== column) return { column, isDown: startsDown.has(column) }
  const isTurned = now.isDown !== startsDown.has(column)
  return isTurned ? usualSort : { column, isDown: !now.isDown }
}
