import { computed, shallowRef, watch } from 'vue'
import type { Guest } from '#contract/guests/guests.ts'
import { useReadDrafts } from '../../state/drafts.ts'
import { useTell } from '../../state/use-tell.ts'

/** A guest's allergies as they are typed. What is not noted yet is a draft, and forgotten with everything else of the guests. */
export function useAllergies(guest: () => Guest) {
  const drafts = useReadDrafts()
  const tell = useTell()
  const busy = shallowRef(false)
  const typed = computed(
    () => drafts.of('allergies', guest().clientId)?.allergies ?? guest().allergies,
  )
  const isChanged = computed(() => typed.value.trim() !== guest().allergies)

  function type(allergies: string): void {
    const { clientId, allergies: noted } = guest()
    if (allergies === noted) drafts.discard('allergies', clientId)
    else drafts.keep('allergies', clientId, { allergies })
  }
  // Another screen has noted the same.
  watch(guest, ({ allergies }) => {
    if (typed.value.trim() === allergies) type(allergies)
  })

  /** Answers whether it is noted. */
  async function save(): Promise<boolean> {
    busy.value = true
    const { clientId } = guest()
    const allergies = typed.value.trim()
    const done = await tell('guests.setAllergies', { clientId, allergies })
    busy.value = false
    return done !== null
  }
  return { typed, type, isChanged, busy, save, discard: () => type(guest().allergies) }
}
