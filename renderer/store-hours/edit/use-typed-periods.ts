import { computed, shallowRef } from 'vue'
import type { OpenPeriod } from '#contract/store-hours/store-hours.ts'
import { minuteTime } from '../../clock/when.ts'
import { maxPeriods, parsePeriod, problemsOf, withPeriod, type TypedPeriod } from './periods.ts'

/** Periods that are being typed in a dialog. */
export function useTypedPeriods(initial: readonly OpenPeriod[]) {
  let lastId = 0
  const typedOf = ({ fromMinute, toMinute }: OpenPeriod): TypedPeriod => ({
    id: ++lastId,
    from: minuteTime(fromMinute),
    to: minuteTime(toMinute),
  })
  const typed = shallowRef<readonly TypedPeriod[]>(initial.map(typedOf))
  const problems = computed(() => problemsOf(typed.value))
  return {
    typed,
    problems,
    isFull: computed(() => typed.value.length >= maxPeriods),
    /** The typed periods in order; null while one has a problem. */
    periods: computed<OpenPeriod[] | null>(() =>
      problems.value.size > 0
        ? null
        : typed.value
            .flatMap((each) => parsePeriod(each) ?? [])
            .reduce<OpenPeriod[]>((all, each) => withPeriod(all, null, each), []),
    ),
    change(id: number, change: Partial<TypedPeriod>): void {
      typed.value = typed.value.map((each) => (each.id === id ? { ...each, ...change } : each))
    },
    add: (): void => void (typed.value = [...typed.value, { id: ++lastId, from: '', to: '' }]),
    remove(id: number): void {
      typed.value = typed.value.filter((each) => each.id !== id)
    },
  }
}

export type TypedPeriods = ReturnType<typeof useTypedPeriods>
