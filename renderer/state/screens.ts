import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Role } from '#contract/caller.ts'
import type { Result } from '#contract/result.ts'
import type { Screens } from '#contract/screens.ts'
import { useBridge } from '../bridge/key.ts'
import { usePreferences } from './preferences.ts'
import { useHostCommand } from './host-command.ts'

/** What this screen is to the host, and for a manager all of them; null until the host has said. */
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
  let isNameShared = false
  // An answer that something newer has overtaken is not taken.
  let latest = 0

  const role = computed(() => screens.value?.own.effectiveRole ?? null)
  const name = computed(() => screens.value?.own.name ?? preferences.preferences.screenName)

  /** The screen remembers its name: a store that does not know it is told once. */
  async function shareName(known: string): Promise<void> {
    const remembered = preferences.preferences.screenName
    if (known !== '' && known !== remembered) await preferences.change({ screenName: known })
    if (isNameShared) return
    isNameShared = true
    if (known === '' && remembered !== '') await bridge.call('screens.rename', { name: remembered })
  }

  /** Answers what the host says that this screen may be, also where something newer is already asked for. */
  async function refresh(): Promise<Role | null> {
    const round = ++latest
    const answer = await bridge.call('screens.read', {})
    if (!answer.ok) return role.value
    if (round === latest) {
      screens.value = answer.value
      await shareName(answer.value.own.name)
    }
    return answer.value.own.effectiveRole
  }

  /** Another store is behind the glass. */
  function forget(): void {
    latest++
    screens.value = null
    isNameShared = false
  }

  async function rename(next: string): Promise<void> {
    if ((await renaming.run({ name: next })) !== null)
      await preferences.change({ screenName: next })
  }

  /** Answers once this screen knows what it may do now. */
  async function unlock(pin: string): Promise<Result<null>> {
    const answer = await bridge.call('screens.unlock', { pin })
    if (answer.ok) await refresh()
    return answer
  }

  return {
    screens,
    name,
    /** What this screen may be now; null until the host has said. */
    role,
    isManager: computed(() => role.value === 'manager'),
    refresh,
    forget,
    rename,
    assign: (screenId: string, name: string, role: Role) => assigning.run({ screenId, name, role }),
    forgetScreen: (screenId: string) => forgetting.run({ screenId }),
    /** True once it is kept. */
    setPin: async (pin: string) => (await settingPin.run({ pin })) !== null,
    removePin: () => removingPin.run({}),
    /** The answer as it is: what is wrong with a PIN is said where it was typed. */
    unlock,
    lock: () => locking.run({}),
  }
})
