import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AppError } from '#contract/result.ts'
import { errorDetails, errorSentence } from '../locales/error-sentence.ts'
import { say } from '../locales/i18n.ts'

/** How it looks, and whether it is read out at once: `trouble` is. */
export type ToastKind = 'plain' | 'good' | 'trouble'

/** What can be done about it, in a word or two. */
export interface ToastAction {
  words: string
  run: () => void
}

interface Toast {
  id: number
  text: string
  kind: ToastKind
  action: ToastAction | null
}

const atMost = 3

/** What is said in passing; each goes by itself or is put away. */
export const useToasts = defineStore('toasts', () => {
  const toasts = shallowRef<readonly Toast[]>([])
  let lastId = 0

  function dismiss(id: number): void {
    toasts.value = toasts.value.filter((toast) => toast.id !== id)
  }

  function tell(text: string, kind: ToastKind = 'plain', action: ToastAction | null = null): void {
    const others = toasts.value.filter((toast) => toast.text !== text)
    toasts.value = [...others, { id: ++lastId, text, kind, action }].slice(-atMost)
  }

  /** What to do about an error; what the platform or the system said of it takes its place on demand. */
  function fail(error: AppError): void {
    const details = errorDetails(error)
    const show = { words: say('common.details'), run: () => tell(details ?? '', 'trouble') }
    tell(errorSentence(error), 'trouble', details === null ? null : show)
  }

  return { toasts, tell, fail, dismiss }
})
