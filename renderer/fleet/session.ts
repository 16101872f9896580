import { shallowRef } from 'vue'
import type { FleetUser } from '#contract/relay/fleet.ts'
import { ask, readAnswer, type Answer } from './ask.ts'

/** The person at this page, and the chain whose stores it shows. */
export type FleetVisitor = FleetUser & { chain: string }

/** Why nobody is signed in. `ended`: somebody was, until now. */
export type SignInProblem = 'wrong-key' | 'too-many' | 'not-secure' | 'unreachable' | 'ended'

export type Session =
  | { state: 'asking' }
  | { state: 'failed' }
  | { state: 'out'; problem: SignInProblem | null }
  | { state: 'in'; visitor: FleetVisitor }

const problems: Readonly<Record<number, SignInProblem>> = {
  401: 'wrong-key',
  403: 'not-secure',
  429: 'too-many',
}

/** What the answer to who is signed in says. */
export function sessionOf(answer: Answer | null): Session {
  if (answer?.status === 401) return { state: 'out', problem: null }
  const visitor = readAnswer<FleetVisitor>(answer)
  return visitor === null ? { state: 'failed' } : { state: 'in', visitor }
}

/** `first` is what is known of the session already. */
export function useSession(first: Session | null) {
  const session = shallowRef<Session>(first ?? { state: 'asking' })
  const isSending = shallowRef(false)

  async function load(): Promise<void> {
    session.value = { state: 'asking' }
    session.value = sessionOf(await ask('me'))
  }

  async function signIn(key: string): Promise<void> {
    isSending.value = true
    const answer = await ask('login', { key })
    const visitor = readAnswer<FleetVisitor>(answer)
    isSending.value = false
    session.value =
      visitor === null
        ? { state: 'out', problem: problems[answer?.status ?? 0] ?? 'unreachable' }
        : { state: 'in', visitor }
  }

  /** Returns false if the server didn't answer: then somebody is still signed in. */
  async function signOut(): Promise<boolean> {
    const answer = await ask('logout', {})
    const isOut = answer !== null && (answer.ok || answer.status === 401)
    if (isOut) session.value = { state: 'out', problem: null }
    return isOut
  }

  const end = (): void => void (session.value = { state: 'out', problem: 'ended' })

  return { session, isSending, load, signIn, signOut, end }
}
