import type { JobProgress } from '#contract/jobs.ts'
import type { ListPart, ListProgress, ListStep } from '#platform/lists/list-step.ts'
import type { PageStart } from '#platform/lists/page.ts'
import type { JobReport } from './jobs.ts'

/** How many items of a part count, and how many count elsewhere. */
export type Taken = Pick<JobProgress, 'items'> & Partial<Pick<JobProgress, 'leftOut' | 'outside'>>

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

/**
 * Reads lists over several runs of a job. Each run goes on where the last one ended. Lists that are read one after the other
 * count as one.
 */
export function createListReader<Item>() {
  let start: PageStart | null = null
  let read = { pages: 0, items: 0, leftOut: 0, outside: 0 }
  /** Of the lists that are read to their end. */
  let ended: Pick<ListProgress, 'totalPages' | 'totalCount'> = { totalPages: 0, totalCount: 0 }
  let areComplete = true

  /**
   * Reads one list; `take` keeps each part, and answers what counts of it. Returns whether the list is read to its end: else
   * the signal ended it.
   */
  return async function* readList(
    list: (start: PageStart | null) => AsyncIterable<ListStep<Item, PageStart>>,
    signal: AbortSignal,
    take: (part: ListPart<Item, PageStart>) => Taken,
  ): AsyncGenerator<JobReport, boolean> {
    for await (const step of list(start)) {
      start = step.resume
      if (!step.ok) {
        yield { failure: step.failure }
        return false
      }
      const { items, leftOut = 0, outside = 0 } = take(step)
      read = {
        pages: read.pages + 1,
        items: read.items + items,
        leftOut: read.leftOut + step.leftOut + leftOut,
        outside: read.outside + outside,
      }
      const totalPages = sum(ended.totalPages, step.progress.totalPages)
      const totalCount = sum(ended.totalCount, step.progress.totalCount)
      areComplete &&= step.complete !== false
      yield {
        progress: { ...read, totalPages, totalItems: totalCount },
        complete: step.complete === null ? null : areComplete,
      }
      if (step.complete !== null) {
        ended = { totalPages, totalCount }
        return true
      }
      if (signal.aborted) return false
    }
    return false
  }
}
