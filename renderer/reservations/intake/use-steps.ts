import { nextTick, type ShallowRef } from 'vue'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { fieldAfter, useFieldFocus } from './field-focus.ts'
import { fieldOf, type IntakeField } from './objection-words.ts'
import type { useIntake } from './use-intake.ts'

/** The way through the intake by the keyboard: Enter goes on, and Ctrl with it takes it down from wherever one is. */
export function useSteps(
  form: Readonly<ShallowRef<HTMLElement | null>>,
  { draft, shown, missing, visited, take: takeDown }: ReturnType<typeof useIntake>,
  taken: (reservation: Reservation) => void,
) {
  const { focusField, fieldAt } = useFieldFocus(form)

  function visit(field: IntakeField): void {
    visited.value = new Set([...visited.value, field])
  }

  const isFilled = (field: IntakeField) =>
    (field === 'phone' && draft.phone !== '') || (field === 'email' && draft.email !== '')

  /** What was typed and left, by a tap elsewhere too, is looked at. */
  function leave({ target }: FocusEvent): void {
    const field = target instanceof HTMLElement ? fieldAt(target) : null
    if (field !== null && isFilled(field)) visit(field)
  }

  function next(from: IntakeField): void {
    visit(from)
    focusField(fieldAfter(from, isFilled))
  }

  async function take(): Promise<void> {
    if (missing.value !== null) {
      visit(missing.value)
      focusField(missing.value)
      return
    }
    const reservation = await takeDown()
    if (reservation !== null) {
      taken(reservation)
      return
    }
    await nextTick()
    const first = shown.value.find(({ kind }) => kind === 'error')
    if (first !== undefined) focusField(fieldOf(first))
  }

  function enter(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      // The field takes what is typed in it first.
      setTimeout(() => void take())
      return
    }
    const { target } = event
    if (!(target instanceof HTMLElement) || target.matches('button')) return
    // A list below a field has its own use for Enter.
    if (target.matches('[aria-activedescendant]') || target.closest('.tables') !== null) return
    const field = fieldAt(target)
    if (field === null) return
    event.preventDefault()
    event.stopPropagation()
    next(field)
  }

  return { focusField, next, leave, take, enter }
}
