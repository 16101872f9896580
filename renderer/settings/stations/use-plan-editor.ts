import { computed, shallowRef } from 'vue'
import type { CategoryCare, RuleKind } from '#contract/stations/station.ts'
import { useHostCommand } from '../../state/host-command.ts'
import { useHostQuery } from '../../state/host-query.ts'

/** The stations of the menu, and the one row whose stations are being chosen. */
export function usePlanEditor() {
  const query = useHostQuery('stations.plan', {})
  const setting = useHostCommand('stations.setRules', { inPlace: true })
  const opened = shallowRef<string | null>(null)
  const rowOf = (by: RuleKind, key: string): string => `${by} ${key}`
  const rules = computed(
    () => new Map(query.data.value?.rules.map((rule) => [rowOf(rule.by, rule.key), rule.stations])),
  )
  let sent = 0

  return {
    query,
    /** The stations of something's own rule; empty without one. */
    ruleOf: (by: RuleKind, key: string): readonly string[] => rules.value.get(rowOf(by, key)) ?? [],
    /** What the store says about handing over the dishes of a category. */
    careOf: (key: string): CategoryCare =>
      query.data.value?.care.find((each) => each.key === key) ?? {
        key,
        waitMinutes: null,
        packing: '',
        course: null,
      },
    isOpen: (by: RuleKind, key: string): boolean => opened.value === rowOf(by, key),
    turn(by: RuleKind, key: string): void {
      setting.clear()
      opened.value = opened.value === rowOf(by, key) ? null : rowOf(by, key)
    },
    error: () => setting.error.value,
    async set(by: RuleKind, key: string, stations: string[]): Promise<void> {
      // Each tick counts, also one that repeats a request still on its way.
      sent += 1
      if ((await setting.run({ by, keys: [key], stations }, sent)) !== null) await query.ask()
    },
  }
}

export type PlanEditor = ReturnType<typeof usePlanEditor>
