import { computed, reactive } from 'vue'

interface StoredDraft<Fields> {
  /** The typed fields; undefined if there is no draft. */
  read: () => Partial<Fields> | undefined
  keep: (typed: Partial<Fields>) => void
  discard: () => void
}

/** Compares two typed values; the order of a list matters. */
export const isSameTyped = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * The fields of a form over an original object, which may change meanwhile. Only values that differ
 * from the original are stored, as a draft (`drafts.ts`).
 */
export function useDraftFields<Fields extends object>(
  original: () => Fields,
  { read, keep, discard }: StoredDraft<Fields>,
) {
  const current = computed(original)
  const names = Object.keys(current.value) as (keyof Fields)[]
  const written = computed<Fields>(() => ({ ...current.value, ...read() }))
  const differs = (fields: Fields) =>
    names.filter((name) => !isSameTyped(fields[name], current.value[name]))

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
    values: reactive(Object.fromEntries(each)) as Fields,
    written,
    changed: computed(() => differs(written.value)),
    type,
    discard,
  }
}
