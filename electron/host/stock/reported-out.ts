import type { StockHistoryEntry } from '#contract/stock.ts'
import type { StockChanges, StockMenu } from './changes.ts'
import type { StockHistory } from './history.ts'

interface ReportedDeps {
  changes: StockChanges
  menu: StockMenu & { readonly state: { readAt: string | null } }
  history: StockHistory
}

/** What was sold out, whoever said so: the people at these screens, or the platform. Board, history and figures agree. */
export interface OutRecord {
  /** What was off between two ISO instants, or a part of that time. */
  outBetween(from: string, to: string): StockHistoryEntry[]
  /** What was off or counted from an ISO instant on, newest first; last what has been off for nobody knows how long. */
  since(from: string): StockHistoryEntry[]
}

export function createOutRecord({ changes, menu, history }: ReportedDeps): OutRecord {
  /** What is off now and no entry of the history tells of: what the platform says by itself. */
  function reported(): StockHistoryEntry[] {
    const noted = history.lastingOut()
    const names = new Map(menu.items.items.map(({ key, name }) => [key, name]))
    const states = changes.states().filter(({ key, state }) => state === 'out' && !noted.has(key))
    return states.map(({ key, until, source, setAt, setBy }, nth) => {
      const listedAt = source === 'elsewhere' ? changes.row(key).reported?.listedAt : setAt
      const told = source === 'menu' ? menu.wordOf(key)?.since : listedAt
      return {
        // Beside those of the history, which count from 1.
        id: -1 - nth,
        key,
        name: names.get(key) ?? key,
        state: 'out',
        left: null,
        until,
        setAt: told === '' ? null : (told ?? null),
        setBy,
        endedAt: null,
        orders: 0,
      }
    })
  }

  return {
    outBetween(from, to) {
      const { readAt } = menu.state
      // What nobody knows the beginning of was off when the menu was read, and is so still.
      const own = reported().filter(({ setAt }) => (setAt ?? readAt ?? to) < to)
      return [...history.outBetween(from, to), ...own]
    },
    since(from) {
      const all = [...history.since(from), ...reported()]
      const began = ({ setAt }: StockHistoryEntry) => (setAt === null ? 0 : Date.parse(setAt))
      return all.toSorted((one, other) => began(other) - began(one))
    },
  }
}
