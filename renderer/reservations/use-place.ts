import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useBusinessToday } from '../state/store-time.ts'
import { useNarrow } from '../ui/page/use-media.ts'
import { addDays } from '../clock/instant-at.ts'
import { mondayOf } from './days.ts'

const reservationViews = ['plan', 'day', 'list', 'week'] as const
export type ReservationView = (typeof reservationViews)[number]

/** The state of the view in the URL: the business day, the view and the open reservation. */
export function usePlace() {
  const route = useRoute()
  const router = useRouter()
  const queried = (name: string): string => {
    const value = route.query[name]
    return typeof value === 'string' ? value : ''
  }
  const today = useBusinessToday()
  const day = computed(() => {
    const asked = queried('day')
    return /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked))
      ? asked
      : today.value
  })
  const isNarrow = useNarrow()
  // A phone has no room for the time line.
  const views = computed(() =>
    isNarrow.value ? (['list', 'plan', 'week'] as const) : reservationViews,
  )
  const view = computed(
    (): ReservationView =>
      views.value.find((one) => one === queried('view')) ??
      // Tonight is about who sits where, another day about when.
      (isNarrow.value || day.value === today.value ? views.value[0] : 'day'),
  )
  const open = computed(() => (queried('open') === '' ? null : queried('open')))
  const from = computed(() => (view.value === 'week' ? mondayOf(day.value) : day.value))
  const to = computed(() => (view.value === 'week' ? addDays(from.value, 6) : day.value))

  const go = (query: Record<string, string | undefined>) =>
    router.replace({ path: '/reservations', query: { ...route.query, ...query } })
  return {
    today,
    day,
    view,
    views,
    isNarrow,
    open,
    from,
    to,
    goTo: (to: string) => go({ day: to }),
    turn: (by: 1 | -1) => go({ day: addDays(day.value, view.value === 'week' ? by * 7 : by) }),
    showView: (as: ReservationView, at = day.value) => go({ view: as, day: at }),
    show: (id: string | null, at = day.value) => go({ open: id ?? undefined, day: at }),
  }
}
