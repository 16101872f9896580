import { setTimeout as pause } from 'node:timers/promises'
import type { Effects } from '../effects.ts'
import type { PracticeEvent } from '../events/event.ts'
import type { Random } from '../random.ts'
import type { StockBook, StockChange, StockRecord } from './book.ts'
import { subjectName } from './subject.ts'

/** Goes to the bare address, without an event id. */
const processStatusUpdated = (
  status: 'RUNNING' | 'FINISHED',
  processId: string,
  processedItems: readonly StockRecord[],
  date: string,
): PracticeEvent => ({
  path: '',
  body: { data: { status, processId, processedItems }, date, type: 'processStatusUpdated' },
})

interface ProcessDeps {
  book: StockBook
  send: (event: PracticeEvent) => Promise<unknown>
  effects: Effects
  /** The date of the next event. */
  date: () => string
  random: Random
  /** Milliseconds from RUNNING to FINISHED. */
  milliseconds: number
  /** Ends what is under way, without effect. */
  closing: AbortSignal
}

/** Updates of stock under way. */
export function createStockProcesses(deps: ProcessDeps) {
  const { book, send, effects, date, random, milliseconds, closing } = deps
  const underWay = new Set<Promise<void>>()

  async function finish(processId: string, changes: readonly StockChange[]): Promise<void> {
    try {
      await pause(milliseconds, undefined, { signal: closing })
    } catch {
      return
    }
    const processedItems = changes.map((change) => {
      effects.happened('update-stock', subjectName(change.subject))
      return book.change(change)
    })
    void send(processStatusUpdated('FINISHED', processId, processedItems, date()))
  }

  return {
    /** Says RUNNING, and after a pause has the changes take effect and says FINISHED. Answers the processId. */
    start(changes: readonly StockChange[]) {
      const processId = `prc-${random.id(13)}`
      void send(processStatusUpdated('RUNNING', processId, [], date()))
      const process = finish(processId, changes)
      underWay.add(process)
      void process.finally(() => underWay.delete(process))
      return processId
    },
    /** Resolves when no update is under way; its last event may still be. */
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
