import { computed, reactive } from 'vue'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { useDecide } from './decide.ts'
import { useHostCommand } from '../host-command.ts'
import { useHostQuery } from '../host-query.ts'
import { useScreens } from '../screens.ts'

/** The outside sales channel's completed orders, for screens that may see them. Imports the query library. */
export function useChannelOrders() {
  const screens = useScreens()
  const decide = useDecide()
  const completing = useHostCommand('channelOrders.complete')
  const isFront = () => screens.role === 'counter' || screens.role === 'manager'
  // A query without permission would ask for a PIN.
  const list = useHostQuery('channelOrders.list', () => (isFront() ? {} : null))

  return reactive({
    hasChannel: computed(() => list.data.value?.hasChannel === true),
    orders: computed(() => list.data.value?.orders ?? []),
    completing: completing.busy,
    async complete(integrationOrderId: string, ticket: { id: string; code: string } | null) {
      const input = { tapId: crypto.randomUUID(), integrationOrderId, ticket }
      if ((await completing.run(input, integrationOrderId)) !== null) await list.ask()
    },
    decide: (subject: string, choice: DeliveryChoice) =>
      decide('complete-order', [subject], choice),
  })
}
