import { computed, shallowRef } from 'vue'
import { fold } from '#contract/shared/fold.ts'
import { findNames } from '../../locales/match.ts'
import type { Offered } from './offered.ts'

interface Choice {
  offered: readonly Offered[]
  chosen: readonly string[]
  /** Any value may be chosen as well. */
  free?: boolean
}

const max = 8

/**
 * The names of the chosen values, and the results of a search among the others; no results while
 * closed.
 */
export function usePickSearch(props: Readonly<Choice>) {
  const search = shallowRef('')
  const isOpen = shallowRef(false)

  const byId = computed(
    () =>
      new Map(
        props.offered.flatMap((one) =>
          [one.id, ...(one.otherIds ?? [])].map((each) => [each, one] as const),
        ),
      ),
  )
  const chips = computed(() =>
    props.chosen.map((one) => ({ id: one, name: byId.value.get(one)?.name ?? null })),
  )
  const left = computed(() => {
    const chosenIds = new Set(props.chosen.map((one) => byId.value.get(one)?.id ?? one))
    return props.offered.filter((one) => !chosenIds.has(one.id))
  })
  const names = computed(() => left.value.map(({ name }) => fold(name)))
  const matches = computed(() => {
    const nths = findNames(names.value, search.value)
    // A few choices are shown without a search.
    if (nths === null) return left.value.length <= max ? left.value : []
    return nths.flatMap((nth) => left.value[nth] ?? [])
  })
  const shown = computed(() => (isOpen.value ? matches.value.slice(0, max) : []))
  const freeWord = computed(() => {
    const { chosen, free } = props
    const word = search.value.trim()
    return isOpen.value && free && word !== '' && !chosen.includes(word) && !byId.value.has(word)
      ? word
      : null
  })

  return { search, isOpen, chips, matches, shown, freeWord }
}
