import type { useForm } from '../../ui/field/form.ts'
import type { Draft } from '#contract/reservations/reservations.ts'
import { intakeFields, type IntakeField } from './objection-text.ts'

/** The way through the intake by the keyboard: Enter goes on, and Ctrl with it takes it down from wherever one is. */
export function useSteps(form: ReturnType<typeof useForm<Draft>>) {
  const isFilled = (field: IntakeField) =>
    (field === 'phone' || field === 'email') && form.values[field] !== ''

  const fieldAt = (target: EventTarget | null): IntakeField | undefined => {
    const place = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-field]') : null
    return intakeFields.find((field) => field === place?.dataset['field'])
  }

  /** What was typed and left, by a tap elsewhere too, is looked at. */
  function leave({ target }: FocusEvent): void {
    const field = fieldAt(target)
    if (field !== undefined && isFilled(field)) form.visit(field)
  }

  /** To the field after one, past those that are filled already; to the button after the last. */
  function next(from: IntakeField): void {
    form.visit(from)
    const others = intakeFields.slice(intakeFields.indexOf(from) + 1)
    void form.focus(others.find((one) => !isFilled(one)) ?? 'take')
  }

  function enter(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      // The field takes what is typed in it first.
      setTimeout(() => void form.submit())
      return
    }
    const { target } = event
    if (!(target instanceof HTMLElement) || target.matches('button')) return
    // A list below a field has its own use for Enter.
    if (target.matches('[aria-activedescendant]') || target.closest('.tables') !== null) return
    const field = fieldAt(target)
    if (field === undefined) return
    event.preventDefault()
    event.stopPropagation()
    next(field)
  }

  return { next, leave, enter }
}
