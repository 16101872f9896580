import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Which page of the help somebody wants to read; null while the help is closed. */
export const useHelpRequest = defineStore('helpRequest', () => {
  const page = shallowRef<string | null>(null)
  return {
    page,
    open: (wanted: string) => void (page.value = wanted),
    close: () => void (page.value = null),
  }
})
