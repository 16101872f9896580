import { computed, onScopeDispose, reactive, ref, shallowRef, watch } from 'vue'
import type { BookingObjection, Reservation } from '#contract/reservations.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../../bridge/key.ts'
import { useSettings } from '../../state/settings.ts'
import { useStatus } from '../../state/health/status.ts'
import { bookingOf } from './booking-of.ts'
import { draftOf, emptyDraft, useReservationDrafts } from './drafts.ts'
import { fieldOf, intakeFields, type IntakeField } from './objection-words.ts'

/** How long a hand may rest between two letters before the host is asked what stands against it. */
const pause = 250
const usualMinutes = 120

/** What is said of a field before anybody was there would only be in the way. */
const waitsForVisit: ReadonlySet<string> = new Set(['no-name', 'no-contact'])

/** One reservation as it is taken down or edited: what is typed, what stands against it, and how it is taken. */
export function useIntake(edited: Reservation | null, day: string) {
  const bridge = useBridge()
  const status = useStatus()
  const settings = useSettings()
  const drafts = useReservationDrafts()
  const draftId = edited?.id ?? null
  const before = edited === null ? emptyDraft(day) : draftOf(edited, status.timeZone)
  const draft = reactive(structuredClone({ ...(drafts.of(draftId) ?? before) }))
  const objections = shallowRef<readonly BookingObjection[]>([])
  const visited = ref(new Set<IntakeField>())
  const error = shallowRef<AppError | null>(null)
  const isTaking = shallowRef(false)
  /** A repeat of the same tap is harmless. */
  let tapId: string = crypto.randomUUID()
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const booking = computed(() =>
    bookingOf(draft, settings.settings?.tableMinutes ?? usualMinutes, status.timeZone),
  )

  async function check(): Promise<void> {
    clearTimeout(timer)
    const nth = ++asked
    if (booking.value === null) {
      objections.value = []
      return
    }
    const answer = await bridge.call('reservations.check', {
      booking: booking.value,
      reservationId: edited?.id ?? null,
      kind: edited?.kind ?? 'booked',
    })
    if (nth === asked && answer.ok) objections.value = answer.value
  }

  watch(
    draft,
    () => {
      const typed = { ...draft, tableIds: [...draft.tableIds] }
      if (JSON.stringify(typed) === JSON.stringify(before)) drafts.discard(draftId)
      else drafts.keep(draftId, typed)
    },
    { deep: true },
  )
  // Taken, or forgotten with all guests: nothing of it stays in sight either.
  watch(
    () => drafts.of(draftId),
    (kept) => {
      if (kept === undefined) Object.assign(draft, structuredClone(before))
    },
  )
  watch(
    booking,
    () => {
      clearTimeout(timer)
      timer = setTimeout(() => void check(), pause)
    },
    { immediate: true },
  )
  onScopeDispose(
    bridge.onEvent((event) => {
      if (event.type === 'reservations.changed') void check()
    }),
  )
  onScopeDispose(() => clearTimeout(timer))

  const shown = computed(() =>
    objections.value.filter(
      (one) => !waitsForVisit.has(one.code) || visited.value.has(fieldOf(one)),
    ),
  )
  const warnings = computed(() => shown.value.filter(({ kind }) => kind === 'warning'))

  /** What is missing before anybody could say anything about it. */
  const missing = computed<IntakeField | null>(() => {
    if (!(Number(draft.partySize) >= 1)) return 'party'
    if (draft.day === '') return 'day'
    return draft.time === '' ? 'time' : null
  })

  function visitAll(): void {
    visited.value = new Set(intakeFields)
  }

  /** Takes it down; null where something has to be mended first, which is in sight then. */
  async function take(): Promise<Reservation | null> {
    const accepted = warnings.value.map(({ code }) => code)
    visitAll()
    if (booking.value === null || isTaking.value) return null
    isTaking.value = true
    error.value = null
    const wish = { booking: booking.value, accepted }
    const answer =
      edited === null
        ? await bridge.call('reservations.take', { tapId, kind: 'booked', ...wish })
        : await bridge.call('reservations.edit', { reservationId: edited.id, ...wish })
    isTaking.value = false
    if (answer.ok) {
      drafts.discard(draftId)
      return answer.value
    }
    await check()
    // What stands against it is said at its field.
    const isSaid = answer.error.code === 'too-late' && answer.error.words !== undefined
    error.value = isSaid && shown.value.length > 0 ? null : answer.error
    return null
  }

  function discard(): void {
    Object.assign(draft, structuredClone(before))
    tapId = crypto.randomUUID()
    visited.value = new Set()
  }

  return { draft, booking, shown, warnings, missing, visited, error, isTaking, take, discard }
}
