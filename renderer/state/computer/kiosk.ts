import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Result } from '#contract/shared/result.ts'
import { useBridge } from '../../bridge/key.ts'
import { usePreferences } from '../preferences.ts'

/** Kiosk mode of the desktop app. Only a manager changes it; other screens are asked for the PIN. */
export const useKiosk = defineStore('kiosk', () => {
  const bridge = useBridge()
  const own = usePreferences()

  /** The page shows what the shell has accepted, and nothing before. */
  async function set(kiosk: boolean): Promise<Result<null>> {
    const written = await bridge.writePreferences({ ...own.preferences, kiosk })
    if (written.ok) await own.load()
    return written
  }

  return {
    isPossible: bridge.computer !== null,
    isOn: computed(() => bridge.computer !== null && own.preferences.kiosk),
    set,
  }
})
