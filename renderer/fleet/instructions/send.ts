import type {
  FleetInstruction,
  InstructionAgain,
  InstructionDraft,
} from '#contract/relay/fleet-instruction.ts'
import { ask, readAnswer } from '../ask.ts'

/** Why an instruction was not sent. `unknown`: nobody answered, so it may have been sent. */
export type SendProblem = 'rejected' | 'forbidden' | 'away' | 'signed-out' | 'failed' | 'unknown'

export type SendAnswer =
  | { instruction: FleetInstruction }
  | { instruction: null; problem: SendProblem; details: string }

const problems: Readonly<Record<number, SendProblem>> = {
  400: 'rejected',
  401: 'signed-out',
  403: 'forbidden',
  503: 'away',
}
/** Signing for thousands of stores takes a while. */
const patienceMs = 60_000

async function post(path: string, body: object): Promise<SendAnswer> {
  const answer = await ask(path, body, patienceMs)
  const instruction = readAnswer<FleetInstruction>(answer)
  if (instruction !== null) return { instruction }
  if (answer === null || answer.ok) return { instruction, problem: 'unknown', details: '' }
  const problem = problems[answer.status] ?? 'failed'
  return { instruction, problem, details: answer.text.slice(0, 500) }
}

export const sendDraft = (draft: InstructionDraft): Promise<SendAnswer> =>
  post('instructions', draft)

/** Sends it again to the stores that have not carried it out. */
export const sendAgain = (id: string): Promise<SendAnswer> =>
  post('instructions/again', { id } satisfies InstructionAgain)
