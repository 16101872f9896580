import { onBeforeUnmount, shallowRef } from 'vue'
import type { FleetInstruction, FleetInstructions } from '#contract/relay/fleet-instruction.ts'
import type { AppError } from '#contract/shared/result.ts'

const everyMs = 5_000
/** A slower answer counts as none. */
const patienceMs = 15_000

/** The chain's instructions, asked for again every few seconds. */
export function useInstructions() {
  /** Null until the first answer. */
  const data = shallowRef<FleetInstructions | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isAsking = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let lastText = ''
  /** Grows with each change made here, because an answer that was asked for before doesn't have it. */
  let changes = 0

  async function read(): Promise<void> {
    const before = changes
    try {
      const answer = await fetch('instructions', { signal: AbortSignal.timeout(patienceMs) })
      if (!answer.ok) throw new Error(String(answer.status))
      const text = await answer.text()
      if (changes !== before) return
      // Mostly nothing has changed, and there are thousands of stores in it.
      if (text !== lastText) data.value = JSON.parse(text) as FleetInstructions
      lastText = text
      error.value = null
    } catch {
      error.value = { code: 'unreachable' }
    }
  }

  async function ask(): Promise<void> {
    clearTimeout(timer)
    isAsking.value = true
    await read()
    isAsking.value = false
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => void ask(), everyMs)
  }

  /** Takes what the server answered to an instruction that was sent here. */
  function take(instruction: FleetInstruction): void {
    changes += 1
    lastText = ''
    const { canSend, instructions } = data.value ?? { canSend: true, instructions: [] }
    const others = instructions.filter(({ id }) => id !== instruction.id)
    data.value = {
      canSend,
      instructions: [...others, instruction].sort((one, other) => other.sentAt - one.sentAt),
    }
    void ask()
  }

  void ask()
  onBeforeUnmount(() => {
    isOver = true
    clearTimeout(timer)
  })
  return { data, error, isAsking, ask, take }
}
