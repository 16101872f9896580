import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { TicketItem } from '#contract/tickets/ticket.ts'

/** The item of a ticket that a cook holds, to sell out something of it; null while nobody does. */
export const useEightySixRequest = defineStore('eightySixRequest', () => {
  const item = shallowRef<TicketItem | null>(null)
  return {
    item,
    ask: (held: TicketItem) => void (item.value = held),
    close: () => void (item.value = null),
  }
})
