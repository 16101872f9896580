import { computed, proxyRefs, shallowRef } from 'vue'
import type { Input } from '#contract/index.ts'
import type { KitchenFigures } from '#contract/kitchen-figures/kitchen-figures.ts'
import { useSettled } from '../clock/use-settled.ts'
import { useStatus } from '../state/health/status.ts'
import { useHostCommand } from '../state/host-command.ts'
import { useHostQuery } from '../state/host-query.ts'
import { dayRestMs, useRange } from '../state/ledger/use-range.ts'
import { isWhole, type Ledger, type Span } from '../ui/ledger/ledger.ts'

export function useFigures() {
  const status = useStatus()
  const { today, span } = useRange('today')
  const over = shallowRef<'days' | 'shift'>('days')
  const shiftId = shallowRef<string | null>(null)
  const chosenSpan = computed((): Input<'kitchenFigures.get'>['span'] | null => {
    if (over.value === 'days') return isWhole(span.value) ? { kind: 'days', ...span.value } : null
    return shiftId.value === null ? null : { kind: 'shift', shiftId: shiftId.value }
  })
  const settled = useSettled(chosenSpan, dayRestMs)
  const query = useHostQuery('kitchenFigures.get', () => settled.value && { span: settled.value })
  const csv = useHostCommand('kitchenFigures.table', { inPlace: true })
  /** Hides figures that belong to another span. */
  const isOfSpan = computed(() => settled.value === chosenSpan.value)
  const shown = computed(() => (isOfSpan.value ? query.data.value : null))

  const refs = {
    over,
    span,
    shiftId,
    shown,
    isWhole: computed(() => chosenSpan.value !== null),
    error: computed(() => (isOfSpan.value ? (query.error.value ?? csv.error.value) : null)),
    linkLost: computed(() => status.linkLost),
    fileDays: computed(() => shown.value?.from.slice(0, 10) ?? ''),
  }
  return proxyRefs({
    ...refs,
    today,
    setSpan: (chosen: Span) => void (span.value = chosen),
    async start(): Promise<void> {
      csv.clear()
      await query.ask()
    },
    async table(): Promise<string | null> {
      const figuresId = shown.value?.id
      return figuresId === undefined ? null : ((await csv.run({ figuresId }))?.value ?? null)
    },
  }) satisfies Ledger<KitchenFigures>
}
