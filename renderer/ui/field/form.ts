import { computed, nextTick, shallowRef, useTemplateRef } from 'vue'

/** What is wrong with a field: a sentence, or one with the words of whoever said so behind "Details". */
export type FieldError = string | { sentence: string; details: string | null }

/** A field of a form, as data. `FormField` draws it; a kind that it does not know is drawn by its slot of that name. */
export interface DescribedField<Name extends string = string> {
  name: Name
  kind: string
  label: string
  hint?: string | undefined
  required?: boolean
  disabled?: boolean
  /** The most letters that are typed there. */
  most?: number
  /** How many lines are seen at once, where it is `text`. */
  lines?: number | undefined
  /** What a `choice` or a `list` has. */
  choices?: readonly { value: string | null; label: string; note?: string }[]
  /** What has to be mended in it before anything is sent. */
  check?: (() => string | undefined) | undefined
}

interface FormOptions<Values extends object> {
  /** What stands in the fields; it is typed into. */
  values: Values
  /** In the order in which they stand. */
  fields: () => readonly DescribedField<keyof Values & string>[]
  /** What the host says is wrong with a field. It is said at once, and nothing waits for it to be mended. */
  told?: (name: keyof Values & string) => FieldError | undefined
  /** What has to be mended is said as it is typed, not only once the field was left or somebody has tried to send it. */
  early?: boolean
  /** Sends what is typed; answers whether that is done. */
  submit: () => Promise<boolean> | boolean
}

/** Where the cursor goes in a field: to what is typed into, or to the choice that stands. */
const entrances = [
  '[role=spinbutton]',
  'input:not([type=radio]), textarea',
  'input:checked',
  'input',
  'button',
]

/**
 * A form: which errors are in sight, where the focus goes, and one submit at a time. The element with the fields has
 * `ref="view"`, each field its name in `data-field`.
 */
export function useForm<Values extends object>({
  values,
  fields,
  told = () => undefined,
  early = false,
  submit,
}: FormOptions<Values>) {
  type Name = keyof Values & string
  const view = useTemplateRef<HTMLElement>('view')
  const visited = shallowRef<ReadonlySet<Name>>(new Set())
  const busy = shallowRef(false)

  /** All that has to be mended, in sight or not. */
  const wrong = computed(() => {
    const found = new Map<Name, string>()
    for (const { name, check } of fields()) {
      const error = check?.()
      if (error !== undefined) found.set(name, error)
    }
    return found
  })
  const errorOf = (name: Name): FieldError | undefined =>
    told(name) ?? (early || visited.value.has(name) ? wrong.value.get(name) : undefined)

  /** Puts the cursor into a field. */
  async function focus(name: string): Promise<void> {
    await nextTick()
    const place = view.value?.querySelector<HTMLElement>(`[data-field=${name}]`)
    const inside = entrances.map((entrance) => place?.querySelector<HTMLElement>(entrance))
    const found = place?.matches('button') ? place : inside.find((one) => one != null)
    found?.focus()
    if (found instanceof HTMLInputElement && found.type !== 'radio') found.select()
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
    /** The fields that were left, or all once it could not be sent. */
    visited,
    visit: (name: Name) => void (visited.value = new Set([...visited.value, name])),
    startOver: () => void (visited.value = new Set()),
    /** Sends it, or goes to the first field that has to be mended. */
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
