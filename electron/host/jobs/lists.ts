import type { JobProgress } from '#contract/jobs/jobs.ts'
import type { ListPart, ListProgress, ListStep } from '#platform/lists/list-step.ts'
import type { PageStart } from '#platform/lists/page.ts'
import type { JobReport } from './plan.ts'

/** How many items of a part count, and how many do not. */
export type PartCounts = Pick<JobProgress, 'items'> &
  Partial<Pick<JobProgress, 'leftOut' | 'outside'>>

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

/**
 * Reads lists over several runs of a job. Each run continues where the previous one ended. Several
 * lists, read one after the other, count as one.
 */
export class ListReader<Item> {
  #start: PageStart | null = null
  #counts = { pages: 0, items: 0, leftOut: 0, outside: 0 }
  /** The totals of the lists that were read to their end. */
  #ended: Pick<ListProgress, 'totalPages' | 'totalCount'> = { totalPages: 0, totalCount: 0 }
  #areComplete = true

  /**
   * Reads one list. `take` stores each part and returns what counts. Returns whether the list was
   * read to its end; if not, the signal ended it.
   */
  async *read(
    list: (start: PageStart | null) => AsyncIterable<ListStep<Item, PageStart>>,
    signal: AbortSignal,
    take: (part: ListPart<Item, PageStart>) => PartCounts,
  ): AsyncGenerator<JobReport, boolean> {
    for await (const step of list(this.#start)) {
      this.#start = step.resume
      if (!step.ok) {
        yield { failure: step.failure }
        return false
      }
      this.#add(step, take(step))
      const totalPages = sum(this.#ended.totalPages, step.progress.totalPages)
      const totalCount = sum(this.#ended.totalCount, step.progress.totalCount)
      this.#areComplete &&= step.complete !== false
      yield {
        progress: { ...this.#counts, totalPages, totalItems: totalCount },
        complete: step.complete === null ? null : this.#areComplete,
      }
      if (step.complete !== null) {
        this.#ended = { totalPages, totalCount }
        return true
      }
      if (signal.aborted) return false
    }
    return false
  }

  #add(
    part: Pick<ListPart<Item, PageStart>, 'leftOut'>,
    { items, leftOut = 0, outside = 0 }: PartCounts,
  ): void {
    const counts = this.#counts
    this.#counts = {
      pages: counts.pages + 1,
      items: counts.items + items,
      leftOut: counts.leftOut + part.leftOut + leftOut,
      outside: counts.outside + outside,
    }
  }
}
