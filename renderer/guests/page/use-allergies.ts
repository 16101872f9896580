import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { Guest } from '#contract/guests/guests.ts'
import { whenGoing } from '../../bridge/going.ts'
import { useBridge } from '../../bridge/key.ts'
import { useTell } from '../../state/use-tell.ts'

/**
 * A guest's allergies as they are typed. The host keeps what is not noted yet, over another room, a reload and a restart,
 * so that it is forgotten with everything else of the guests.
 */
export function useAllergies(guest: () => Guest) {
  const bridge = useBridge()
  const tell = useTell()
  const typed = shallowRef(guest().allergiesTyped ?? guest().allergies)
  const busy = shallowRef(false)
  const isChanged = computed(() => typed.value.trim() !== guest().allergies)
  /** Something was typed that the host has not taken. */
  let isUnkept = false
  let isKeeping = false

  const tellTyped = () =>
    bridge.call('guests.typeAllergies', {
      clientId: guest().clientId,
      typed: isChanged.value ? typed.value : null,
    })

  /** One at a time, so that none overtakes another: the last counts. */
  async function keep(): Promise<void> {
    if (isKeeping) return
    isKeeping = true
    let now: string
    do {
      now = typed.value
      const answer = await tellTyped()
      isUnkept = !answer.ok
    } while (now !== typed.value)
    isKeeping = false
  }

  function type(words: string): void {
    typed.value = words
    isUnkept = true
    void keep()
  }
  // What another screen has noted, or somebody had forgotten, is shown, but never over what the host does not know yet.
  watch(guest, ({ allergies, allergiesTyped }) => {
    if (!isUnkept) typed.value = allergiesTyped ?? allergies
  })
  onScopeDispose(
    whenGoing(() => {
      if (isUnkept) void tellTyped()
    }),
  )
  onScopeDispose(
    bridge.onEvent((event) => {
      if (event.type === 'events.missed' && isUnkept) void keep()
    }),
  )

  /** Answers whether it is noted. */
  async function save(): Promise<boolean> {
    busy.value = true
    const { clientId } = guest()
    const done = await tell('guests.setAllergies', { clientId, allergies: typed.value.trim() })
    busy.value = false
    return done !== null
  }
  return { typed, type, isChanged, busy, save, discard: () => type(guest().allergies) }
}
