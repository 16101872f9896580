import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'

const eventSchema = z.looseObject({
  name: z.string(),
  cat: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds. */
  ts: z.number(),
  dur: z.number().optional(),
})
const traceSchema = z.looseObject({ traceEvents: eventSchema.array() })
type TraceEvent = z.infer<typeof eventSchema>

const categories = ['blink.user_timing', 'disabled-by-default-devtools.timeline']

const isMark = ({ cat, name }: TraceEvent): boolean =>
  cat.includes('blink.user_timing') && name.startsWith('bench-')

/**
 * A task of the main thread, in ms. `begin` is relative to a mark, and negative for the task that
 * contains the mark.
 */
export interface Task {
  readonly begin: number
  readonly duration: number
}

export const longest = (tasks: readonly Task[]): number =>
  Math.max(0, ...tasks.map(({ duration }) => duration))

/**
 * Runs something in a page under a trace, and returns the tasks of its main thread after each of
 * the page's marks with this name, up to its next mark that begins with `bench-`.
 */
export async function tasksAfter(
  browser: Browser,
  page: Page,
  markName: string,
  run: () => Promise<void>,
): Promise<Task[][]> {
  await browser.startTracing(page, { categories })
  await run()
  const { traceEvents } = traceSchema.parse(
    JSON.parse((await browser.stopTracing()).toString()) as unknown,
  )
  const marks = traceEvents.filter(isMark).toSorted((one, other) => one.ts - other.ts)
  const [first] = marks
  if (first === undefined) throw new Error('nothing was marked in the page')
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      name === 'RunTask' && ph === 'X' && pid === first.pid && tid === first.tid,
  )
  return marks.flatMap(({ name, ts, pid }, nth) => {
    if (name !== markName || pid !== first.pid) return []
    // A mark is inside the task that it begins, so the end of a task counts.
    const next = marks[nth + 1]?.ts ?? Infinity
    const own = tasks.flatMap(({ ts: begin, dur = 0 }) =>
      begin + dur >= ts && begin + dur < next
        ? [{ begin: (begin - ts) / 1000, duration: dur / 1000 }]
        : [],
    )
    return [own]
  })
}
