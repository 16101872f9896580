import type { FleetInstruction, FleetInstructions } from '#contract/relay/fleet-instruction.ts'
import { usePolled } from '../use-polled.ts'

const everyMs = 5_000

/** The chain's instructions. */
export function useInstructions() {
  const { data, error, isAsking, ask, change } = usePolled<FleetInstructions>(
    'instructions',
    everyMs,
  )

  /** Takes what the server answered to an instruction that was sent here. */
  function take(instruction: FleetInstruction): void {
    const { canSend, instructions } = data.value ?? { canSend: true, instructions: [] }
    const others = instructions.filter(({ id }) => id !== instruction.id)
    change({
      canSend,
      instructions: [...others, instruction].sort((one, other) => other.sentAt - one.sentAt),
    })
  }

  return { data, error, isAsking, ask, take }
}
