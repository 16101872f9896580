import {
  computed,
  onBeforeUnmount,
  onScopeDispose,
  proxyRefs,
  shallowRef,
  watch,
  type Ref,
} from 'vue'
import type { Job, JobSteering } from '#contract/jobs/jobs.ts'
import type { AppError } from '#contract/shared/result.ts'
import { useBridge } from '../../bridge/key.ts'
import { useSettled } from '../../clock/use-settled.ts'
import { isWhole, type ListLedger, type Span, type SpanName } from '../../ui/ledger/ledger.ts'
import { useStatus } from '../health/status.ts'
import { useHostCommand } from '../host-command.ts'
import { useScreens } from '../screens.ts'
import { useShortWhen } from '../store-time.ts'
import { dayRestMs, useRange } from './use-range.ts'

interface Asked<Filter> {
  jobId: string
  filter: Filter
}

interface Source<Filter, Page> {
  read: 'payments.read' | 'waste.read'
  /** A page of the list, from `useHostQuery`. */
  list(input: () => (Asked<Filter> & { page: number }) | null): {
    data: Readonly<Ref<Page | null>>
    answered: Readonly<Ref<{ jobId: string } | null>>
    error: Readonly<Ref<AppError | null>>
    ask(): Promise<void>
  }
  /** The whole list as a table, from `useHostCommand`. Its error is shown in place. */
  table?: {
    run(input: Asked<Filter>): Promise<{ value: string } | null>
    error: Readonly<Ref<AppError | null>>
    clear(): void
  }
  first: SpanName
  everything: Filter
  /** The part of the filter to reset when the days change. */
  ofOtherDays?: Partial<Filter>
}

/**
 * Pages of a list that the host reads between two days. Each pair of days starts a new job, which
 * is followed while it runs. Rows are shown only under the days that they belong to.
 */
export function useLedger<Filter extends object, Page extends { job: Job }>({
  read,
  list,
  table,
  first,
  everything,
  ofOtherDays = {},
}: Source<Filter, Page>) {
  const bridge = useBridge()
  const screens = useScreens()
  const status = useStatus()
  const when = useShortWhen()
  const steering = useHostCommand('jobs.steer', { inPlace: true })
  const { today, span } = useRange(first)
  const settled = useSettled(span, dayRestMs)
  const filter: Ref<Filter> = shallowRef(everything)
  const page = shallowRef(1)
  const begun = shallowRef<{ span: Span; job: Job } | null>(null)
  const refused = shallowRef<{ span: Span; error: AppError } | null>(null)

  const isOfSpan = computed(() => begun.value?.span === span.value)
  const asked = computed(() =>
    begun.value !== null && isOfSpan.value
      ? { jobId: begun.value.job.id, filter: filter.value }
      : null,
  )
  const rows = list(() => asked.value && { ...asked.value, page: page.value })
  const newest = computed(() =>
    rows.answered.value?.jobId === begun.value?.job.id ? rows.data.value : null,
  )
  /** The job arrives together with its rows, so that partial sums never look like complete ones. */
  const job = computed(() => newest.value?.job ?? begun.value?.job ?? null)

  /** Cancels a job that nobody waits for. */
  function leave(left: Job | null): void {
    if (left?.state === 'running') void bridge.call('jobs.steer', { jobId: left.id, how: 'cancel' })
  }
  async function start(): Promise<void> {
    const { value: chosenSpan } = span
    if (!isWhole(chosenSpan)) return
    const answer = await bridge.call(read, chosenSpan)
    if (chosenSpan !== span.value) {
      if (answer.ok) leave(answer.value)
      return
    }
    refused.value = answer.ok ? null : { span: chosenSpan, error: answer.error }
    if (!answer.ok) return
    if (isOfSpan.value) leave(job.value)
    begun.value = { span: chosenSpan, job: answer.value }
  }

  watch(settled, start, { immediate: true })
  watch(span, () => {
    leave(job.value)
    filter.value = { ...filter.value, ...ofOtherDays }
    page.value = 1
  })
  watch([begun, filter, page], () => table?.clear())
  onScopeDispose(
    bridge.onEvent(({ type }) => {
      if (type !== 'host.replaced') return
      begun.value = null
      void start()
    }),
  )
  onBeforeUnmount(() => {
    // A refused call would ask for a PIN, so a screen that was locked cancels nothing.
    if (screens.isManager) leave(job.value)
  })

  const refs = {
    span,
    filter,
    isWhole: computed(() => isWhole(span.value)),
    shown: computed(() => (isOfSpan.value ? newest.value : null)),
    job: computed(() => (isOfSpan.value ? job.value : null)),
    error: computed(() => {
      const { span: refusedSpan, error } = refused.value ?? {}
      return (refusedSpan === span.value && error) || rows.error.value || table?.error.value || null
    }),
    linkLost: computed(() => status.linkLost),
    isFiltered: computed(() => Object.values(filter.value).some((each) => each !== null)),
    fileDays: computed(() => `${span.value.from}-${span.value.to}`),
  }
  return proxyRefs({
    ...refs,
    today,
    when,
    start,
    setSpan: (chosen: Span) => void (span.value = chosen),
    choose(change: Partial<Filter>): void {
      filter.value = { ...filter.value, ...change }
      page.value = 1
    },
    turn: (to: number) => void (page.value = to),
    async steer(how: JobSteering): Promise<void> {
      if (job.value === null) return
      // The job was forgotten or is over, so ask again for what there is.
      if ((await steering.run({ jobId: job.value.id, how })) === null) await rows.ask()
    },
    async table(): Promise<string | null> {
      return (asked.value && (await table?.run(asked.value)))?.value ?? null
    },
  }) satisfies ListLedger<Page>
}
