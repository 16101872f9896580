import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** The open help page; null if the help is closed. */
export const useHelpRequest = defineStore('helpRequest', () => {
  const page = shallowRef<string | null>(null)
  return {
    page,
    open: (name: string) => void (page.value = name),
    close: () => void (page.value = null),
  }
})
