import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** From which ticket somebody wants an order of the sales channel completed; null where it is done by hand. */
export interface AskedTicket {
  id: string
  code: string
}

/** Whether the dialog in which an order of the sales channel is completed is open, and for what. */
export const useCompleteOrderRequest = defineStore('completeOrderRequest', () => {
  const isOpen = shallowRef(false)
  const ticket = shallowRef<AskedTicket | null>(null)
  return {
    isOpen,
    ticket,
    ask(from: AskedTicket | null): void {
      ticket.value = from
      isOpen.value = true
    },
    close: () => void (isOpen.value = false),
  }
})
