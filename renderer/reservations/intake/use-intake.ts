import { computed, onScopeDispose, reactive, ref, shallowRef, watch } from 'vue'
import type {
  Booking,
  BookingObjection,
  Draft,
  Reservation,
} from '#contract/reservations/reservations.ts'
import { mergeFields } from '#contract/merge-fields.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../../bridge/key.ts'
import { useDrafts } from '../../state/drafts.ts'
import { useSettings } from '../../state/settings.ts'
import { useStatus } from '../../state/health/status.ts'
import { bookingIn, bookingOf } from './booking-of.ts'
import { draftOf, emptyDraft, needsAnother, typedIn } from './draft.ts'
import { fieldOf, intakeFields, type IntakeField } from './objection-words.ts'

/** How long a hand may rest between two letters before the host is asked what stands against it. */
const pause = 250
const usualMinutes = 120

/** Said once the field is left: before that it would only be in the way of who types. */
const waitsForVisit: ReadonlySet<string> = new Set([
  'no-name',
  'no-contact',
  'unusual-phone',
  'unusual-email',
])

const isNothing = (typed: Partial<Draft>): boolean => Object.keys(typed).length === 0

/**
 * One reservation as it is taken down or edited: what is typed, what stands against it, and how it is taken. What
 * changes in it meanwhile, on another screen or at the platform, is followed.
 */
export function useIntake(edited: Reservation | null, day: string) {
  const bridge = useBridge()
  const status = useStatus()
  const settings = useSettings()
  const drafts = useDrafts()
  const draftId = edited?.id ?? ''
  /** As the book has it now. */
  const current = shallowRef(edited)
  const asBooked = (): Draft =>
    current.value === null ? emptyDraft(day) : draftOf(current.value, status.timeZone)
  let before = asBooked()
  const draft = reactive<Draft>(
    structuredClone({ ...before, ...drafts.of('reservation', draftId) }),
  )
  /** What stands in the fields now. */
  const written = (): Draft => ({ ...draft, tableIds: [...draft.tableIds] })
  const objections = shallowRef<readonly BookingObjection[]>([])
  const visited = ref(new Set<IntakeField>())
  const error = shallowRef<AppError | null>(null)
  const isTaking = shallowRef(false)
  /** It has become another than it was when it was opened: whoever saves it should have seen that. */
  const hasMoved = shallowRef(false)
  /** A repeat of the same tap is harmless. */
  let tapId: string = crypto.randomUUID()
  let asked = 0
  let followed = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const booking = computed(() => {
    const minutes = settings.settings?.tableMinutes ?? usualMinutes
    const booked = current.value && { draft: asBooked(), booking: bookingIn(current.value) }
    return bookingOf(draft, minutes, status.timeZone, booked)
  })
  /** The platform has it, and what is typed asks for another in its place. */
  const replaces = computed(
    () => current.value?.delivery?.state === 'confirmed' && needsAnother(asBooked(), written()),
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

  /** Answers whether it is in the book. What was typed stays over what it has become. */
  async function follow(): Promise<boolean> {
    if (edited === null) return true
    const nth = ++followed
    const answer = await bridge.call('reservations.find', { words: edited.reference })
    const found = answer.ok ? answer.value.find(({ id }) => id === edited.id) : undefined
    if (found === undefined) return false
    if (nth !== followed) return true
    current.value = found
    const now = asBooked()
    const taken = typedIn(written(), mergeFields(before, written(), now).merged)
    // What is being saved here is no news.
    if (!isTaking.value && !(isNothing(typedIn(before, now)) && isNothing(taken)))
      hasMoved.value = true
    before = now
    Object.assign(draft, structuredClone(taken))
    return true
  }

  watch(
    draft,
    () => {
      const typed = typedIn(before, written())
      if (isNothing(typed)) drafts.discard('reservation', draftId)
      else drafts.keep('reservation', draftId, edited === null ? written() : typed)
    },
    { deep: true },
  )
  // Taken, or forgotten with all guests: nothing of it stays in sight either. Else another page of this screen has typed.
  watch(
    () => drafts.of('reservation', draftId),
    (kept) => {
      const now = kept === undefined ? before : { ...written(), ...kept }
      Object.assign(draft, structuredClone(typedIn(written(), now)))
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
      if (event.type !== 'reservations.changed' && event.type !== 'events.missed') return
      void check()
      void follow()
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

  function send(wish: { booking: Booking; accepted: string[] }) {
    if (current.value === null)
      return bridge.call('reservations.take', { tapId, kind: 'booked', ...wish })
    const { id: reservationId, delivery } = current.value
    const change = { reservationId, before: bookingIn(current.value), ...wish }
    return delivery?.state === 'confirmed'
      ? bridge.call('reservations.change', { tapId, ...change })
      : bridge.call('reservations.edit', change)
  }

  /** Takes it down; null where something has to be mended first, which is in sight then. */
  async function take(): Promise<Reservation | null> {
    const accepted = warnings.value.map(({ code }) => code)
    visitAll()
    if (booking.value === null || isTaking.value) return null
    isTaking.value = true
    error.value = null
    const wish = { booking: booking.value, accepted }
    const answer = await send(wish)
    isTaking.value = false
    if (answer.ok) {
      drafts.discard('reservation', draftId)
      return answer.value
    }
    await check()
    if (answer.error.words === 'moved' && (await follow())) {
      hasMoved.value = true
      return null
    }
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

  return {
    ...{ draft, booking, shown, warnings, missing, visited, error, isTaking, replaces, hasMoved },
    ...{ take, discard },
  }
}
