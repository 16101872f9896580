import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AppError } from '#contract/shared/result.ts'
import { errorSentence } from '../../locales/error-sentence.ts'

/** `trouble` is announced by screen readers at once. */
export type ToastKind = 'plain' | 'good' | 'trouble'

/** The label has one or two words. */
export interface ToastAction {
  label: string
  run: () => void
}

interface Toast {
  id: number
  text: string
  kind: ToastKind
  action: ToastAction | null
}

const max = 3

/** Short messages. Each disappears after some seconds, or when dismissed. */
export const useToasts = defineStore('toasts', () => {
  const toasts = shallowRef<readonly Toast[]>([])
  let lastId = 0

  function dismiss(id: number): void {
    toasts.value = toasts.value.filter((toast) => toast.id !== id)
  }

  function show(text: string, kind: ToastKind = 'plain', action: ToastAction | null = null): void {
    const others = toasts.value.filter((toast) => toast.text !== text)
    toasts.value = [...others, { id: ++lastId, text, kind, action }].slice(-max)
  }

  return { toasts, show, fail: (error: AppError) => show(errorSentence(error), 'trouble'), dismiss }
})
