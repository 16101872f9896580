import { computed, nextTick, shallowRef, useTemplateRef } from 'vue'

/** The error of a field: a sentence, or a sentence with technical details behind "Details". */
export type FieldError = string | { sentence: string; details: string | null }

/**
 * A field of a form, as data. `FormField` draws it; a slot with the kind's name draws a kind that
 * it doesn't know.
 */
export interface DescribedField<Name extends string = string> {
  name: Name
  kind: string
  label: string
  hint?: string | undefined
  required?: boolean
  disabled?: boolean
  /** The maximum number of letters. */
  max?: number
  lines?: number | undefined
  choices?: readonly { value: string | null; label: string; note?: string }[]
  /** Returns the error that blocks the submit, if any. */
  check?: (() => string | undefined) | undefined
}

interface FormOptions<Values extends object> {
  /** The values of the fields; typing changes them. */
  values: Values
  /** The fields in their order on screen. */
  fields: () => readonly DescribedField<keyof Values & string>[]
  /** An error from the host. It is shown at once and doesn't block the submit. */
  hostError?: (name: keyof Values & string) => FieldError | undefined
  /** Shows errors while typing, not only after a field was left or a submit failed. */
  early?: boolean
  /** Submits the values. Returns true if that succeeded. */
  submit: () => Promise<boolean> | boolean
}

/** Where the focus goes in a field: the text input, or the selected choice. */
const entrances = [
  '[role=spinbutton]',
  'input:not([type=radio]), textarea',
  'input:checked',
  'input',
  'button',
]

/**
 * A form: which errors are visible, where the focus goes, and one submit at a time. The element
 * around the fields has `ref="view"`, and each field has its name in `data-field`.
 */
export function useForm<Values extends object>({
  values,
  fields,
  hostError = () => undefined,
  early = false,
  submit,
}: FormOptions<Values>) {
  type Name = keyof Values & string
  const view = useTemplateRef<HTMLElement>('view')
  const visited = shallowRef<ReadonlySet<Name>>(new Set())
  const busy = shallowRef(false)

  /** All errors that block the submit, visible or not. */
  const wrong = computed(() => {
    const errors = new Map<Name, string>()
    for (const { name, check } of fields()) {
      const error = check?.()
      if (error !== undefined) errors.set(name, error)
    }
    return errors
  })
  const errorOf = (name: Name): FieldError | undefined =>
    hostError(name) ?? (early || visited.value.has(name) ? wrong.value.get(name) : undefined)

  async function focus(name: string): Promise<void> {
    await nextTick()
    const place = view.value?.querySelector<HTMLElement>(`[data-field=${name}]`)
    const inside = entrances.map((entrance) => place?.querySelector<HTMLElement>(entrance))
    const target = place?.matches('button') ? place : inside.find((one) => one != null)
    target?.focus()
    if (target instanceof HTMLInputElement && target.type !== 'radio') target.select()
    place?.scrollIntoView({ block: 'nearest' })
  }

  return {
    values,
    type: (name: Name, value: unknown) => void Object.assign(values, { [name]: value }),
    fields,
    wrong,
    busy,
    errorOf,
    focus,
    /** The fields that were left; all fields after a submit that was blocked. */
    visited,
    visit: (name: Name) => void (visited.value = new Set([...visited.value, name])),
    startOver: () => void (visited.value = new Set()),
    /** Submits the values, or focuses the first field with an error. */
    async submit(): Promise<void> {
      if (busy.value) return
      busy.value = true
      const isDone = wrong.value.size === 0 && (await submit())
      busy.value = false
      if (isDone) return
      const names = fields().map(({ name }) => name)
      visited.value = new Set(names)
      const first = names.find((name) => errorOf(name) !== undefined)
      if (first !== undefined) await focus(first)
    },
  }
}
