import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Examination } from '#contract/doctor.ts'
import { useBridge } from '../bridge/key.ts'
import { useToasts } from '../ui/note/toasts.ts'

/** What the doctor found out about this connection; null until the host has said. */
export const useExamination = defineStore('examination', () => {
  const bridge = useBridge()
  const toasts = useToasts()
  const examination = shallowRef<Examination | null>(null)
  const asking = shallowRef(false)
  // Counts what was heard and asked; an answer that something newer has overtaken is not taken.
  let latest = 0

  function take(next: Examination): void {
    latest++
    examination.value = next
  }

  /** Another store is behind the glass: what was found is not true of it. */
  function forget(): void {
    latest++
    examination.value = null
  }

  async function refresh(): Promise<void> {
    const round = ++latest
    const answer = await bridge.call('doctor.read', {})
    if (answer.ok && round === latest) examination.value = answer.value
  }

  async function examine(): Promise<void> {
    if (asking.value || examination.value?.state === 'running') return
    asking.value = true
    const answer = await bridge.call('doctor.examine', {})
    asking.value = false
    if (!answer.ok) toasts.fail(answer.error)
    // Whether or not it began: what the screen shows is what the host says now.
    await refresh()
  }

  return { examination, asking, take, forget, refresh, examine }
})
