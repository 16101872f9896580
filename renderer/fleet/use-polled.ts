import { onBeforeUnmount, shallowRef, type ShallowRef } from 'vue'
import type { AppError } from '#contract/shared/result.ts'
import { ask, readAnswer } from './ask.ts'

/** What the server has at a path, asked for again every `everyMs`. */
export function usePolled<Value>(path: string, everyMs: number) {
  /** Null until the first answer. */
  const data: ShallowRef<Value | null> = shallowRef(null)
  const error = shallowRef<AppError | null>(null)
  const isAsking = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let lastText = ''
  /** Grows with each change made here, because an answer that was asked for before doesn't have it. */
  let changes = 0

  async function read(): Promise<void> {
    const before = changes
    const answer = await ask(path)
    if (changes !== before) return
    // Mostly nothing has changed, and there may be thousands of stores in it.
    const isSame = answer?.ok === true && answer.text === lastText
    const next: Value | null = isSame ? data.value : readAnswer<Value>(answer)
    error.value = next === null ? { code: 'unreachable' } : null
    if (next === null) return
    data.value = next
    lastText = answer?.text ?? ''
  }

  async function askAgain(): Promise<void> {
    clearTimeout(timer)
    isAsking.value = true
    await read()
    isAsking.value = false
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => void askAgain(), everyMs)
  }

  /** Sets what the server has after a change made here, and asks it. */
  function change(value: Value): void {
    changes += 1
    lastText = ''
    data.value = value
    void askAgain()
  }

  void askAgain()
  onBeforeUnmount(() => {
    isOver = true
    clearTimeout(timer)
  })
  return { data, error, isAsking, ask: askAgain, change }
}
