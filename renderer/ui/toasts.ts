import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AppError } from '#contract/result.ts'
import { errorSentence } from '../locales/error-sentence.ts'

export interface Toast {
  id: number
  text: string
}

const shownFor = 9_000
const atMost = 3

/** Short words about what could not be done; each goes by itself or is put away. */
export const useToasts = defineStore('toasts', () => {
  const toasts = shallowRef<readonly Toast[]>([])
  let lastId = 0

  function dismiss(id: number): void {
    toasts.value = toasts.value.filter((toast) => toast.id !== id)
  }

  function tell(text: string): void {
    const toast = { id: ++lastId, text }
    const others = toasts.value.filter(({ text }) => text !== toast.text)
    toasts.value = [...others, toast].slice(-atMost)
    setTimeout(() => dismiss(toast.id), shownFor)
  }

  return { toasts, tell, fail: (error: AppError) => tell(errorSentence(error)), dismiss }
})
