import { computed, reactive } from 'vue'

interface StoredDraft<Fields> {
  /** What is typed and not submitted; undefined where nothing is. */
  read: () => Partial<Fields> | undefined
  keep: (typed: Partial<Fields>) => void
  discard: () => void
}

/** Whether two things that were typed are the same; the order of a list counts. */
export const isSameTyped = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * The fields of something that is typed over what it says by itself, which may change meanwhile. Only what differs from
 * that is typed, and all of it is a draft that the host keeps (`drafts.ts`).
 */
export function useDraftFields<Fields extends object>(
  original: () => Fields,
  { read, keep, discard }: StoredDraft<Fields>,
) {
  const said = computed(original)
  const names = Object.keys(said.value) as (keyof Fields)[]
  const written = computed<Fields>(() => ({ ...said.value, ...read() }))
  const differs = (fields: Fields) =>
    names.filter((name) => !isSameTyped(fields[name], said.value[name]))

  /** Types several fields at once. */
  function type(next: Partial<Fields>): void {
    const now = { ...written.value, ...next }
    const typed = differs(now).map((name) => [name, now[name]])
    if (typed.length === 0) discard()
    else keep(Object.fromEntries(typed) as Partial<Fields>)
  }

  const each = names.map((name) => {
    const set = (value: unknown) => type({ [name]: value } as Partial<Fields>)
    return [name, computed({ get: () => written.value[name], set })]
  })
  return {
    /** What stands in each field; setting one types it. */
    values: reactive(Object.fromEntries(each)) as Fields,
    /** All that stands in the fields. */
    written,
    /** The fields whose value is not what the thing itself says. */
    changed: computed(() => differs(written.value)),
    type,
    discard,
  }
}
