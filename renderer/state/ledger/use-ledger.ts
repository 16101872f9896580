import {
  computed,
  onBeforeUnmount,
  onScopeDispose,
  proxyRefs,
  shallowRef,
  watch,
  type Ref,
} from 'vue'
import type { Job, JobSteering } from '#contract/jobs.ts'
import type { AppError } from '#contract/result.ts'
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

/** A list that the host reads between two days. */
interface Source<Filter, Page> {
  read: 'payments.read' | 'waste.read'
  /** A page of it, by `useHostQuery`. */
  list(input: () => (Asked<Filter> & { page: number }) | null): {
    data: Readonly<Ref<Page | null>>
    answered: Readonly<Ref<{ jobId: string } | null>>
    error: Readonly<Ref<AppError | null>>
    ask(): Promise<void>
  }
  /** All of it as a table, by `useHostCommand`; its error is shown in place. */
  table?: {
    run(input: Asked<Filter>): Promise<{ value: string } | null>
    error: Readonly<Ref<AppError | null>>
    clear(): void
  }
  first: SpanName
  everything: Filter
  /** What of the filter makes no sense for other days. */
  ofOtherDays?: Partial<Filter>
}

/**
 * Pages of a list that the host reads between two days: a job, which is started anew with each span and followed while it
 * goes on. Nothing is shown under days that it is not of.
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
  /** Why the host could not begin to read. */
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
  /** It comes with its rows: sums of a part are never shown as those of all. */
  const job = computed(() => newest.value?.job ?? begun.value?.job ?? null)

  /** What nobody waits for any more is not read on. */
  function leave(left: Job | null): void {
    if (left?.state === 'running') void bridge.call('jobs.steer', { jobId: left.id, how: 'cancel' })
  }
  async function start(): Promise<void> {
    const { value: desired } = span
    if (!isWhole(desired)) return
    const answer = await bridge.call(read, desired)
    if (desired !== span.value) {
      if (answer.ok) leave(answer.value)
      return
    }
    refused.value = answer.ok ? null : { span: desired, error: answer.error }
    if (!answer.ok) return
    if (isOfSpan.value) leave(job.value)
    begun.value = { span: desired, job: answer.value }
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
    // To ask what it may not would ask for a PIN: whoever was locked out just leaves.
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
      // It is forgotten, or over: what there is to see is asked for again.
      if ((await steering.run({ jobId: job.value.id, how })) === null) await rows.ask()
    },
    async table(): Promise<string | null> {
      return (asked.value && (await table?.run(asked.value)))?.value ?? null
    },
  }) satisfies ListLedger<Page>
}
