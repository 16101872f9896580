import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/**
 * The ticket whose sales-channel order should be completed; null if the order is entered by hand.
 */
export interface AskedTicket {
  id: string
  code: string
}

/** Whether the dialog that completes a sales-channel order is open, and for which ticket. */
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
