import { onScopeDispose, shallowRef } from 'vue'
import type { PartyAhead } from '#contract/reservations/reservations.ts'
import { useBridge } from '../bridge/key.ts'
import { whenIdle } from '../clock/when-idle.ts'

/** Large parties and allergies of the next hour, for as long as a wall shows them. No card waits for them. */
export function usePartiesAhead() {
  const bridge = useBridge()
  const parties = shallowRef<readonly PartyAhead[]>([])
  // An answer that something newer has overtaken is not taken.
  let latest = 0

  function take(next: readonly PartyAhead[]): void {
    latest++
    parties.value = next
  }
  async function ask(): Promise<void> {
    const round = ++latest
    const answer = await bridge.call('reservations.ahead', {})
    if (answer.ok && round === latest) take(answer.value)
  }
  onScopeDispose(
    bridge.onEvent((event) => {
      if (event.type === 'reservations.ahead') take(event.parties)
      if (event.type === 'host.replaced' || event.type === 'events.missed') void ask()
    }),
  )
  whenIdle(() => void ask())
  return parties
}
