import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Whether the search over all rooms is open. */
export const useSearchRequest = defineStore('searchRequest', () => {
  const isOpen = shallowRef(false)
  return {
    isOpen,
    open: () => void (isOpen.value = true),
    close: () => void (isOpen.value = false),
  }
})
