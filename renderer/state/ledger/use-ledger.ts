import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Job } from '#contract/jobs.ts'
import type { AppError, Result } from '#contract/result.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { useThrottled } from '../../clock/use-throttled.ts'
import { isoDay } from '../../clock/when.ts'
import { spanOf, type Span, type SpanName } from '../../ui/ledger/ledger.ts'
import { useReading } from './use-reading.ts'
import { useStatus } from '../health/status.ts'

/** How a room asks for what was read. */
interface Asking<Filter, Page> {
  list(input: { jobId: string; filter: Filter; page: number }): Promise<Result<Page>>
  table(input: { jobId: string; filter: Filter }): Promise<Result<string>>
}

/**
 * What a room shows of a list that the host reads between two days: the days, the filter, and a page of what was read
 * so far. With other days `keep` answers what of the filter still makes sense.
 */
export function useReadPages<Filter extends object, Page extends { job: Job }>(
  of: 'payments' | 'waste',
  first: SpanName,
  everything: Filter,
  keep: (filter: Filter) => Filter,
  asking: Asking<Filter, Page>,
) {
  const status = useStatus()
  const today = isoDay(hostNow(), status.timeZone)
  const span = shallowRef<Span>(spanOf(first, today))
  const filter: Ref<Filter> = shallowRef(everything)
  const page = shallowRef(1)
  const shown: Ref<Page | null> = shallowRef(null)
  const listError = shallowRef<AppError | null>(null)
  let asked = 0

  const { job: told, jobSpan, error, begin, steer } = useReading(of, span, () => news())
  /** Sums of a part are never shown as those of all: a job that is done goes on here until its last rows are shown. */
  const job = computed(() => {
    const before = shown.value?.job
    const isBehind =
      listError.value === null &&
      told.value?.state === 'done' &&
      before?.state === 'running' &&
      before.id === told.value.id
    return isBehind ? before : told.value
  })

  async function list(): Promise<void> {
    const jobId = told.value?.id
    if (jobId === undefined) return
    const nth = ++asked
    const answer = await asking.list({ jobId, filter: filter.value, page: page.value })
    // Another job may have been started meanwhile.
    if (nth !== asked || told.value?.id !== jobId) return
    listError.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    // Other days are chosen, and not begun yet.
    if (jobSpan.value !== span.value) return
    shown.value = answer.value
    // What was told of it before this screen knew its id was nobody's.
    told.value = answer.value.job
  }
  const news = useThrottled(list)
  watch(
    () => told.value?.state === 'done',
    (isDone) => {
      if (isDone) void list()
    },
  )

  function choose(change: Partial<Filter>): void {
    filter.value = { ...filter.value, ...change }
    page.value = 1
    void list()
  }
  function turn(to: number): void {
    page.value = to
    void list()
  }
  watch(span, () => {
    // No sum stands under days that it is not of.
    shown.value = null
    filter.value = keep(filter.value)
    page.value = 1
  })

  async function table(): Promise<string | null> {
    const jobId = told.value?.id
    if (jobId === undefined) return null
    const answer = await asking.table({ jobId, filter: filter.value })
    listError.value = answer.ok ? null : answer.error
    return answer.ok ? answer.value : null
  }

  return {
    today,
    span,
    filter,
    shown,
    job,
    error,
    listError,
    begin,
    steer,
    choose,
    turn,
    table,
  }
}
