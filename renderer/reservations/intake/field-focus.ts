import { nextTick, type ShallowRef } from 'vue'
import { intakeFields, type IntakeField } from './objection-words.ts'

/** The field after one, past those that are filled already; `take` after the last. */
export function fieldAfter(
  field: IntakeField,
  isFilled: (field: IntakeField) => boolean,
): IntakeField | 'take' {
  const others = intakeFields.slice(intakeFields.indexOf(field) + 1)
  return others.find((one) => !isFilled(one)) ?? 'take'
}

/** What of a field the cursor goes to: what is typed into, or the choice that stands. */
const entrances = [
  '[role=spinbutton]',
  'input:not([type=radio])',
  'input:checked',
  'input',
  'button',
]

/** Where the cursor is among the fields of a form, and how it gets to another. */
export function useFieldFocus(form: Readonly<ShallowRef<HTMLElement | null>>) {
  function focusField(field: IntakeField | 'take'): void {
    void nextTick(() => {
      const place = form.value?.querySelector<HTMLElement>(`[data-field=${field}]`)
      if (place?.matches('button')) place.focus()
      for (const entrance of entrances) {
        const found = place?.querySelector<HTMLElement>(entrance)
        if (!found) continue
        found.focus()
        if (found instanceof HTMLInputElement && found.type !== 'radio') found.select()
        return
      }
    })
  }
  const fieldAt = (target: HTMLElement): IntakeField | null => {
    const name = target.closest<HTMLElement>('[data-field]')?.dataset['field']
    return intakeFields.find((field) => field === name) ?? null
  }
  return { focusField, fieldAt }
}
