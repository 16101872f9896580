import { computed, shallowRef, watch } from 'vue'
import type {
  ObjectionCode,
  ReservationDetails,
  ReservationObjection,
  Draft,
  Reservation,
} from '#contract/reservations/reservations.ts'
import { occasions } from '#contract/reservations/fields.ts'
import type { AppError } from '#contract/shared/result.ts'
import { useBridge } from '../../bridge/key.ts'
import { addDays } from '../../clock/instant-at.ts'
import { useSettled } from '../../clock/use-settled.ts'
import { isSameTyped, useDraftFields } from '../../state/draft-fields.ts'
import { useDrafts } from '../../state/drafts.ts'
import { useStatus } from '../../state/health/status.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { useForm, type DescribedField } from '../../ui/field/form.ts'
import { say } from '../messages.ts'
import { turnMinutes } from '../turn-times.ts'
import { detailsIn, detailsOf, draftOf, emptyDraft, needsAnother } from './details.ts'
import { fieldOf, objectionText, type IntakeField } from './objection-text.ts'
import { skippedText, useWhen } from './use-when.ts'

/** Shown only after the field was left, because they would disturb a person who is still typing. */
const waitsForVisit: ReadonlySet<string> = new Set([
  'no-name',
  'no-contact',
  'unusual-phone',
  'unusual-email',
])

/** The fields in the order of a conversation; `when` is the day and the time. */
const describe = (draft: Draft, skipped: string | null): readonly DescribedField<IntakeField>[] => [
  {
    name: 'partySize',
    kind: 'party',
    label: say('intake.party'),
    check: () => (Number(draft.partySize) >= 1 ? undefined : say('intake.missing-party')),
  },
  {
    name: 'day',
    kind: 'when',
    label: say('intake.day'),
    check: () => (draft.day === '' ? say('intake.missing-day') : undefined),
  },
  {
    name: 'time',
    kind: 'none',
    label: say('intake.time'),
    check: () => skipped ?? (draft.time === '' ? say('intake.missing-time') : undefined),
  },
  { name: 'name', kind: 'name', label: say('intake.name') },
  { name: 'phone', kind: 'phone', label: say('intake.phone') },
  { name: 'email', kind: 'text', label: say('intake.email'), max: 200 },
  {
    name: 'occasion',
    kind: 'choice',
    label: say('intake.occasion'),
    choices: [
      { value: null, label: say('occasion.none') },
      ...occasions.map((one) => ({ value: one, label: say(`occasion.${one}`) })),
    ],
  },
  { name: 'tableIds', kind: 'tables', label: say('intake.tables') },
  { name: 'requests', kind: 'text', label: say('intake.requests'), max: 1000 },
  {
    name: 'allergies',
    kind: 'text',
    label: say('intake.allergies'),
    hint: say('intake.allergiesHint'),
    max: 300,
  },
]

/**
 * Creates or edits one reservation: what is typed, the objections, and saving. Follows changes by
 * other screens and the platform.
 */
export function useIntake(
  edited: Reservation | null,
  day: string,
  onSaved: (reservation: Reservation) => void,
) {
  const bridge = useBridge()
  const status = useStatus()
  const drafts = useDrafts()
  const draftId = edited?.id ?? ''
  const error = shallowRef<AppError | null>(null)
  /** It has changed since it was opened, and the person should see that before saving. */
  const hasMoved = shallowRef(false)
  /** Makes a repeated call harmless. */
  let tapId: string = crypto.randomUUID()

  const search = useHostQuery('reservations.search', edited && { text: edited.reference })
  const savedReservation = computed(() => search.data.value?.find(({ id }) => id === draftId))
  /** With its current state. */
  const current = shallowRef(edited)
  watch(savedReservation, (now) => (current.value = now ?? current.value))
  const original = computed(() =>
    current.value === null ? emptyDraft(day) : draftOf(current.value, status.timeZone),
  )
  const { values, written, changed, type, discard } = useDraftFields<Draft>(() => original.value, {
    read: () => drafts.of('reservation', draftId),
    keep: (typed) =>
      drafts.save('reservation', draftId, edited ? typed : { ...original.value, ...typed }),
    discard: () => drafts.discard('reservation', draftId),
  })

  const when = useWhen(values, type)
  const shownDay = computed(() => (when.day.value === '' ? day : when.day.value))
  /** With the night before: who comes early meets its last guests. */
  const days = computed(() => ({ from: addDays(shownDay.value, -1), to: shownDay.value }))
  const { data: reservationList } = useHostQuery('reservations.list', days, { keep: true })
  const skipped = computed(() => skippedText(written.value, status.timeZone))

  const details = computed(() => {
    const minutes = (size: number) => turnMinutes(reservationList.value?.turnTimes ?? [], size)
    const before = current.value && { draft: original.value, details: detailsIn(current.value) }
    return detailsOf(written.value, minutes, status.timeZone, before)
  })
  /** The platform has it, so the typed changes need another reservation. */
  const replaces = computed(
    () => current.value?.delivery?.state === 'confirmed' && needsAnother(changed.value),
  )

  const settled = useSettled(
    computed(() => (details.value === null ? '' : JSON.stringify(details.value))),
  )
  const check = useHostQuery(
    'reservations.check',
    () =>
      settled.value === ''
        ? null
        : {
            booking: JSON.parse(settled.value) as ReservationDetails,
            reservationId: edited?.id ?? null,
            kind: edited?.kind ?? 'booked',
          },
    { keep: true },
  )
  const objections = computed(() => (details.value === null ? [] : (check.data.value ?? [])))
  const shown = computed((): readonly ReservationObjection[] =>
    objections.value.filter(
      (one) => !waitsForVisit.has(one.code) || form.visited.value.has(fieldOf(one)),
    ),
  )
  const warnings = computed(() => shown.value.filter(({ kind }) => kind === 'warning'))

  function send(request: { booking: ReservationDetails; accepted: ObjectionCode[] }) {
    if (current.value === null)
      return bridge.call('reservations.create', { tapId, kind: 'booked', ...request })
    const { id: reservationId, delivery } = current.value
    const change = { reservationId, before: detailsIn(current.value), ...request }
    return delivery?.state === 'confirmed'
      ? bridge.call('reservations.replace', { tapId, ...change })
      : bridge.call('reservations.update', change)
  }

  async function submit(): Promise<boolean> {
    if (details.value === null) return false
    error.value = null
    const accepted = warnings.value.map(({ code }) => code)
    const answer = await send({ booking: details.value, accepted })
    if (answer.ok) {
      discard()
      onSaved(answer.value)
      return true
    }
    await check.ask()
    if (answer.error.detail === 'moved') {
      await search.ask()
      hasMoved.value ||= savedReservation.value !== undefined
      if (savedReservation.value !== undefined) return false
    }
    // Objections are shown at their fields.
    const isSaid = answer.error.code === 'too-late' && answer.error.detail !== undefined
    error.value = isSaid && objections.value.length > 0 ? null : answer.error
    return false
  }

  const form = useForm({
    values,
    fields: () => describe(written.value, skipped.value),
    hostError(name) {
      if (name === 'time' && skipped.value !== null) return skipped.value
      const one = shown.value.find((each) => each.kind === 'error' && fieldOf(each) === name)
      return one && objectionText(one, status.timeZone)
    },
    submit,
  })
  watch(original, (now, before) => {
    // The change that is being saved here is not news.
    if (!form.busy.value && !isSameTyped(now, before)) hasMoved.value = true
  })

  function startOver(): void {
    discard()
    tapId = crypto.randomUUID()
    form.startOver()
  }
  return {
    ...{ form, values, when, type, details, reservationList },
    ...{ warnings, error, replaces, hasMoved, startOver },
  }
}
