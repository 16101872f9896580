import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { ChannelOrder } from '#contract/channel-orders.ts'
import { needsDecision, type DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { useBridge } from '../../bridge/key.ts'
import { whenIdle } from '../../clock/when-idle.ts'
import { useDecide } from '../decide.ts'
import { useScreens } from '../screens.ts'
import { useTell } from '../use-tell.ts'

/** The outside sales channel's orders that somebody wanted complete, on the screens of those who may. */
export const useChannelOrders = defineStore('channelOrders', () => {
  const bridge = useBridge()
  const screens = useScreens()
  const tell = useTell()
  const decide = useDecide()
  const hasChannel = shallowRef(false)
  const orders = shallowRef<readonly ChannelOrder[]>([])
  let latest = 0
  let isPlanned = false
  const isFront = () => screens.role === 'counter' || screens.role === 'manager'

  async function refresh(): Promise<void> {
    isPlanned = false
    const round = ++latest
    // To ask what it may not would ask for a PIN.
    if (!isFront()) {
      hasChannel.value = false
      orders.value = []
      return
    }
    const answer = await bridge.call('channelOrders.list', {})
    if (!answer.ok || round !== latest) return
    hasChannel.value = answer.value.hasChannel
    orders.value = answer.value.orders
  }
  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    whenIdle(() => void refresh())
  }

  watch(() => screens.role, plan, { immediate: true })
  bridge.onEvent(({ type }) => {
    if (['channelOrders.changed', 'host.replaced', 'events.missed'].includes(type)) plan()
  })

  return {
    hasChannel,
    orders,
    undecided: computed(() => orders.value.filter(({ delivery }) => needsDecision(delivery))),
    /** Answers whether it was taken. */
    async complete(
      integrationOrderId: string,
      ticket: { id: string; code: string } | null,
    ): Promise<boolean> {
      const input = { tapId: crypto.randomUUID(), integrationOrderId, ticket }
      const taken = await tell('channelOrders.complete', input, integrationOrderId)
      if (taken !== null) await refresh()
      return taken !== null
    },
    decide: (subject: string, choice: DeliveryChoice) =>
      decide('complete-order', [subject], choice),
  }
})
