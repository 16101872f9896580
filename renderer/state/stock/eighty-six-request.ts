import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { TicketItem } from '#contract/tickets/ticket.ts'

/** The ticket's item that a cook is holding, to sell out something in it; null if there is none. */
export const useEightySixRequest = defineStore('eightySixRequest', () => {
  const item = shallowRef<TicketItem | null>(null)
  return {
    item,
    ask: (held: TicketItem) => void (item.value = held),
    close: () => void (item.value = null),
  }
})
