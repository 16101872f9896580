import { computed, watch } from 'vue'
import type { Guest } from '#contract/guests/guests.ts'
import { useLoadedDrafts } from '../../state/drafts.ts'

interface Drafts {
  load(clientId: string): string | undefined
  save(clientId: string, text: string): void
}

/**
 * A text about a guest while a person changes it. Unsaved text is a draft, and is deleted with the
 * other data of guests.
 */
export function useNotedText(field: 'allergies' | 'note', guestNow: () => Guest) {
  const drafts = useLoadedDrafts()
  const kinds: Record<typeof field, Drafts> = {
    allergies: {
      load: (id) => drafts.of('allergies', id)?.allergies,
      save: (id, allergies) => drafts.save('allergies', id, { allergies }),
    },
    note: {
      load: (id) => drafts.of('guestNote', id)?.note,
      save: (id, note) => drafts.save('guestNote', id, { note }),
    },
  }
  const stored = computed(() => guestNow()[field])
  const typed = computed({
    get: () => kinds[field].load(guestNow().clientId) ?? stored.value,
    set(text) {
      const { clientId } = guestNow()
      if (text === stored.value)
        drafts.discard(field === 'note' ? 'guestNote' : 'allergies', clientId)
      else kinds[field].save(clientId, text)
    },
  })
  const isChanged = computed(() => typed.value.trim() !== stored.value)
  // Another screen has saved the same text.
  watch(stored, (text) => {
    if (!isChanged.value) typed.value = text
  })
  return { stored, typed, isChanged, discard: () => (typed.value = stored.value) }
}
