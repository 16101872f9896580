import type { useForm } from '../../ui/field/form.ts'
import type { Draft } from '#contract/reservations/reservations.ts'
import { intakeFields, type IntakeField } from './objection-text.ts'

/** Keyboard steps of the intake: Enter goes to the next field, and Ctrl+Enter saves from anywhere. */
export function useSteps(form: ReturnType<typeof useForm<Draft>>) {
  const isFilled = (field: IntakeField) =>
    (field === 'phone' || field === 'email') && form.values[field] !== ''

  const fieldAt = (target: EventTarget | null): IntakeField | undefined => {
    const place = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-field]') : null
    return intakeFields.find((field) => field === place?.dataset['field'])
  }

  /** Validate a filled field when it is left, also by a tap elsewhere. */
  function leave({ target }: FocusEvent): void {
    const field = fieldAt(target)
    if (field !== undefined && isFilled(field)) form.visit(field)
  }

  /** Goes to the next field that is empty, or to the button after the last one. */
  function next(from: IntakeField): void {
    form.visit(from)
    const others = intakeFields.slice(intakeFields.indexOf(from) + 1)
    void form.focus(others.find((one) => !isFilled(one)) ?? 'take')
  }

  function enter(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      // Let the field apply the typed text first.
      setTimeout(() => void form.submit())
      return
    }
    const { target } = event
    if (!(target instanceof HTMLElement) || target.matches('button')) return
    // A list below a field handles Enter itself.
    if (target.matches('[aria-activedescendant]') || target.closest('.tables') !== null) return
    const field = fieldAt(target)
    if (field === undefined) return
    event.preventDefault()
    event.stopPropagation()
    next(field)
  }

  /** A digit at the choice of the occasion starts the table, as one at the day starts the time. */
  function typeTable(event: KeyboardEvent): void {
    const { key, target, currentTarget } = event
    if (!/^\d$/.test(key) || event.ctrlKey || event.metaKey || event.altKey) return
    if (fieldAt(target) !== 'occasion' || !(currentTarget instanceof HTMLElement)) return
    // The field that has the focus now gets the letter.
    currentTarget.querySelector<HTMLElement>('[data-field=tableIds] input')?.focus()
  }

  return { next, leave, enter, typeTable }
}
