import { shallowRef } from 'vue'
import type { Guest } from '#contract/guests/guests.ts'
import type { Draft } from '#contract/reservations/reservations.ts'
import { useBridge } from '../../bridge/key.ts'
import type { Match } from './matches.ts'
import { useLookup } from './use-lookup.ts'

/** Who is on the telephone: looked up by the name or the number as it is typed, and chosen. */
export function useGuest(draft: Draft, chosen: () => void) {
  const bridge = useBridge()
  const { matches, look: lookUp, forget } = useLookup()
  /** The field that the matches are of. */
  const asking = shallowRef<'name' | 'phone'>('name')
  const guest = shallowRef<Guest | null>(null)

  async function read(): Promise<void> {
    const { clientId } = draft
    if (clientId === null) return
    const answer = await bridge.call('guests.read', { clientId })
    if (!answer.ok || draft.clientId !== clientId) return
    guest.value = answer.value
    if (draft.allergies === '') draft.allergies = answer.value.allergies
  }
  void read()

  function look(from: 'name' | 'phone', words: string): void {
    asking.value = from
    draft.clientId = null
    guest.value = null
    lookUp(words)
  }

  function choose({ name, phone, email, clientId, allergies }: Match): void {
    Object.assign(draft, { name, phone, email, clientId })
    if (draft.allergies === '') draft.allergies = allergies
    forget()
    void read()
    chosen()
  }

  function startOver(): void {
    guest.value = null
    forget()
  }

  return {
    guest,
    matchesOf: (field: 'name' | 'phone') => (asking.value === field ? matches.value : []),
    look,
    choose,
    forget,
    startOver,
  }
}
