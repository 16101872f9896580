import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Role } from '#contract/shared/caller.ts'
import type { Result } from '#contract/shared/result.ts'
import type { Screens } from '#contract/screens/screens.ts'
import { useBridge } from '../bridge/key.ts'
import { usePreferences } from './preferences.ts'
import { useHostCommand } from './host-command.ts'

/**
 * The role and name of this screen, and for a manager all screens; null until the host has
 * answered.
 */
export const useScreens = defineStore('screens', () => {
  const bridge = useBridge()
  const renaming = useHostCommand('screens.rename')
  const assigning = useHostCommand('screens.assign')
  const forgetting = useHostCommand('screens.forget')
  const settingPin = useHostCommand('screens.setPin')
  const removingPin = useHostCommand('screens.removePin')
  const locking = useHostCommand('screens.lock')
  const preferences = usePreferences()
  const screens = shallowRef<Screens | null>(null)
  /** Guests look at it. Stays until another answer, so that a new store shows them nothing else. */
  const isOrderStatus = shallowRef(false)
  let isNameShared = false
  // Numbers the requests, so that an outdated answer is ignored.
  let latest = 0

  const role = computed(() => screens.value?.own.effectiveRole ?? null)
  const name = computed(() => screens.value?.own.name ?? preferences.preferences.screenName)

  /** This screen remembers its name and sends it once to a store that doesn't know it. */
  async function shareName(stored: string): Promise<void> {
    const remembered = preferences.preferences.screenName
    if (stored !== '' && stored !== remembered) await preferences.change({ screenName: stored })
    if (isNameShared) return
    isNameShared = true
    if (stored === '' && remembered !== '')
      await bridge.call('screens.rename', { name: remembered })
  }

  /** Resolves to the role that the host reports, even if a newer request is running. */
  async function refresh(): Promise<Role | null> {
    const round = ++latest
    const answer = await bridge.call('screens.get', {})
    if (!answer.ok) return role.value
    if (round === latest) {
      screens.value = answer.value
      isOrderStatus.value = answer.value.own.role === 'status'
      await shareName(answer.value.own.name)
    }
    return answer.value.own.effectiveRole
  }

  /** The host opened another store. */
  function forget(): void {
    latest++
    screens.value = null
    isNameShared = false
  }

  /** True once it is stored. */
  async function rename(next: string): Promise<boolean> {
    if ((await renaming.run({ name: next })) === null) return false
    await preferences.change({ screenName: next })
    return true
  }

  /** Resolves once this screen knows its new role. */
  async function unlock(pin: string): Promise<Result<null>> {
    const answer = await bridge.call('screens.unlock', { pin })
    if (answer.ok) await refresh()
    return answer
  }

  return {
    screens,
    name,
    /** The current role; null until the host has answered. */
    role,
    isManager: computed(() => role.value === 'manager'),
    /** It shows order status and nothing else, also while a manager has it unlocked. */
    isOrderStatus,
    refresh,
    forget,
    rename,
    assign: (screenId: string, name: string, role: Role) => assigning.run({ screenId, name, role }),
    forgetScreen: (screenId: string) => forgetting.run({ screenId }),
    /** True once it is stored. */
    setPin: async (pin: string) => (await settingPin.run({ pin })) !== null,
    removePin: () => removingPin.run({}),
    /** Returns the error, because it is shown next to the PIN's field. */
    unlock,
    lock: () => locking.run({}),
  }
})
