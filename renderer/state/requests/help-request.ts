import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Which page of the help somebody wants to read; null while the help is closed. */
export const useHelpRequest = defineStore('helpRequest', () => {
  const page = shallowRef<string | null>(null)
  return {
    page,
    open: (name: string) => void (page.value = name),
    close: () => void (page.value = null),
  }
})
