import { shallowRef } from 'vue'
import type { Guest } from '#contract/guests/guests.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../../bridge/key.ts'

/** A guest as the platform tells them now, or why it does not. */
export function useGuest(clientId: string) {
  const bridge = useBridge()
  const guest = shallowRef<Guest | null>(null)
  const error = shallowRef<AppError | null>(null)
  let asked = 0

  async function read(): Promise<void> {
    const nth = ++asked
    const answer = await bridge.call('guests.read', { clientId })
    if (nth !== asked) return
    error.value = answer.ok ? null : answer.error
    if (answer.ok) guest.value = answer.value
  }
  return { guest, error, read }
}
