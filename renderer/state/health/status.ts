import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Link } from '#contract/bridge.ts'
import type { Status } from '#contract/status/status.ts'
import { useBridge } from '../../bridge/key.ts'
import { setHostTime } from '../../clock/host-clock.ts'

/** A shorter interruption shows no red banner (ms). */
const grace = 1_500

/** The host's status, and whether this screen is connected to the host. */
export const useStatus = defineStore('status', () => {
  const bridge = useBridge()
  const status = shallowRef<Status | null>(null)
  const linkLost = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  // Numbers the reads, so that an outdated answer is ignored.
  let latest = 0

  function change(next: Status): void {
    latest++
    setHostTime(next.now)
    status.value = next
  }

  async function refresh(): Promise<void> {
    const round = ++latest
    const answer = await bridge.call('status.get', {})
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
    /** The token doesn't see the configured store, so the data isn't the store's. */
    isStoreUnseen: computed(() => status.value?.storeSeen.state === 'not-seen'),
    timeZone: computed(() => status.value?.store?.timeZone),
    countryCode: computed(() => status.value?.store?.countryCode ?? null),
    /**
     * When all guests were last forgotten, ISO; null if never, undefined before the host has
     * answered.
     */
    guestsForgottenAt: computed(() => status.value?.guestsForgottenAt),
    change,
    refresh,
    setLink,
  }
})
