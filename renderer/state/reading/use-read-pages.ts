import { shallowRef, watch, type Ref } from 'vue'
import type { ListReading } from '#contract/reading.ts'
import type { AppError, Result } from '#contract/result.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { useThrottled } from '../../clock/use-throttled.ts'
import { isoDay } from '../../clock/when.ts'
import { spanOf, type Span, type SpanName } from '../../ui/reading/span.ts'
import { useReading } from './use-reading.ts'
import { useStatus } from '../health/status.ts'

/** How a room asks for what was read. */
interface Asking<Filter, Page> {
  list(input: { readingId: string; filter: Filter; page: number }): Promise<Result<Page>>
  table(input: { readingId: string; filter: Filter }): Promise<Result<string>>
}

/**
 * What a room shows of a list that the host reads between two days: the days, the filter, and a page of what was read
 * so far. With other days `keep` answers what of the filter still makes sense.
 */
export function useReadPages<Filter extends object, Page extends { reading: ListReading }>(
  of: ListReading['of'],
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

  const { reading, error, begin, cancel, resume } = useReading(of, span, () => news())

  async function list(): Promise<void> {
    const readingId = reading.value?.id
    if (readingId === undefined) return
    const nth = ++asked
    const answer = await asking.list({ readingId, filter: filter.value, page: page.value })
    // Another reading may have been begun meanwhile.
    if (nth !== asked || reading.value?.id !== readingId) return
    listError.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    const { from, to } = answer.value.reading
    // Other days are chosen, and not begun yet.
    if (from !== span.value.from || to !== span.value.to) return
    shown.value = answer.value
    // What was told of it before this screen knew its id was nobody's.
    reading.value = answer.value.reading
  }
  const news = useThrottled(list)

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
    const readingId = reading.value?.id
    if (readingId === undefined) return null
    const answer = await asking.table({ readingId, filter: filter.value })
    listError.value = answer.ok ? null : answer.error
    return answer.ok ? answer.value : null
  }

  return {
    today,
    span,
    filter,
    shown,
    reading,
    error,
    listError,
    begin,
    cancel,
    resume,
    choose,
    turn,
    table,
  }
}
