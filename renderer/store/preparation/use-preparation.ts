import { computed, reactive, shallowRef } from 'vue'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { maxPreparationMinutes } from '#contract/preparation-time/preparation-minutes.ts'
import { useHostCommand } from '../../state/host-command.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { useScreens } from '../../state/screens.ts'
import { useDecide } from '../../state/sending/decide.ts'
import { useSettings } from '../../state/settings.ts'

/** Until the host has sent its settings. */
const usualHold = 60

export type Preparation = ReturnType<typeof usePreparation>

/**
 * The store's preparation time, and what a person does with it on this screen. Imports the query
 * library.
 */
export function usePreparation() {
  const screens = useScreens()
  const settings = useSettings()
  const decide = useDecide()
  const setting = useHostCommand('preparationTime.set')
  const keeping = useHostCommand('preparationTime.setUsual')
  // A query without permission would ask for a PIN.
  const isFront = () => screens.role === 'counter' || screens.role === 'manager'
  const query = useHostQuery('preparationTime.get', () => (isFront() ? {} : null))
  const state = query.data

  /** What a person chose last on this screen, until the host has answered. */
  const desired = shallowRef<{ tapId: string; minutes: number } | null>(null)
  const minutes = computed(() => desired.value?.minutes ?? state.value?.minutes ?? null)

  /** For how long the next change holds; undefined until a person chooses. */
  const chosenHold = shallowRef<number | null>()
  const hold = computed(() => {
    if (chosenHold.value !== undefined) return chosenHold.value
    return settings.settings === null ? usualHold : settings.settings.preparationBackMinutes
  })
  const isChanged = computed(
    () => minutes.value !== null && minutes.value !== (state.value?.usualMinutes ?? minutes.value),
  )

  /** Taps reach the host in their order. */
  let sent: Promise<unknown> = Promise.resolve()
  async function set(to: number, forMinutes = hold.value): Promise<void> {
    const tap = { tapId: crypto.randomUUID(), minutes: to }
    desired.value = tap
    const sending = sent.then(() => setting.run({ ...tap, forMinutes }, tap.tapId))
    sent = sending
    await sending
    if (desired.value !== tap) return
    // The answer may be older than a change on another screen.
    await query.ask()
    if (desired.value === tap) desired.value = null
  }

  return reactive({
    state,
    error: query.error,
    asking: query.asking,
    ask: query.ask,
    /** The chosen time, also before the host has answered. */
    minutes,
    /** The host has not answered to the last change yet. */
    isUnsaved: computed(() => desired.value !== null),
    isChanged,
    hold,
    set,
    step(by: number): void {
      if (minutes.value === null) return
      void set(Math.min(Math.max(minutes.value + by, 0), maxPreparationMinutes))
    },
    /** Chooses for how long a change holds, also the one in force. */
    holdFor(forMinutes: number | null): void {
      chosenHold.value = forMinutes
      if (minutes.value !== null && isChanged.value) void set(minutes.value)
    },
    backToUsual(): void {
      const usual = state.value?.usualMinutes ?? null
      if (usual !== null) void set(usual, null)
    },
    async keep(): Promise<void> {
      if ((await keeping.run({})) !== null) await query.ask()
    },
    decide: (choice: DeliveryChoice) => decide('preparation-time', ['store'], choice),
  })
}
