import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Link } from '#contract/bridge.ts'
import type { Status } from '#contract/status/status.ts'
import { useBridge } from '../../bridge/key.ts'
import { setHostTime } from '../../clock/host-clock.ts'

/** A link that is back within this time is not worth a red banner. */
const grace = 1_500

/** What the host says of its feeds and its outbox, and whether this screen still hears the host. */
export const useStatus = defineStore('status', () => {
  const bridge = useBridge()
  const status = shallowRef<Status | null>(null)
  const linkLost = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  // An answer that something newer has overtaken is not taken.
  let latest = 0

  function change(next: Status): void {
    latest++
    setHostTime(next.now)
    status.value = next
  }

  async function refresh(): Promise<void> {
    const round = ++latest
    const answer = await bridge.call('status.read', {})
    if (answer.ok && round === latest) change(answer.value)
  }

  function setLink(link: Link): void {
    clearTimeout(timer)
    if (link === 'up') linkLost.value = false
    else timer = setTimeout(() => (linkLost.value = true), grace)
  }

  return {
    status,
    linkLost,
    practising: computed(() => status.value?.mode === 'practice'),
    /** The token does not see the store that is set: what comes is not its own. */
    isStoreUnseen: computed(() => status.value?.storeSeen.state === 'not-seen'),
    timeZone: computed(() => status.value?.store?.timeZone),
    countryCode: computed(() => status.value?.store?.countryCode ?? null),
    /** When all guests were forgotten last, ISO; null where they never were, undefined before the host has said. */
    guestsForgottenAt: computed(() => status.value?.guestsForgottenAt),
    change,
    refresh,
    setLink,
  }
})
