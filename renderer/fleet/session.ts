import { shallowRef } from 'vue'
import type { FleetUser } from '#contract/relay/fleet.ts'

/** The person at this page, and the chain whose stores it shows. */
export type FleetVisitor = FleetUser & { chain: string }

/** Why nobody is signed in. `ended`: somebody was, until now. */
export type SignInProblem = 'wrong-key' | 'too-many' | 'not-secure' | 'unreachable' | 'ended'

export type Session =
  | { state: 'asking' }
  | { state: 'failed' }
  | { state: 'out'; problem: SignInProblem | null }
  | { state: 'in'; visitor: FleetVisitor }

/** A slower answer counts as none. */
const patienceMs = 15_000

async function ask(path: string, init: RequestInit = {}): Promise<Response | null> {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(patienceMs) })
  } catch {
    return null
  }
}

const post = (path: string, body: object): Promise<Response | null> =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const visitorOf = async (answer: Response): Promise<FleetVisitor | null> => {
  try {
    return (await answer.json()) as FleetVisitor
  } catch {
    return null
  }
}

/** Whether the server no longer knows this browser. */
export const isSignedOut = async (): Promise<boolean> => (await ask('me'))?.status === 401

/** What the answer to who is signed in says. */
export async function sessionOf(answer: Response | null): Promise<Session> {
  if (answer?.status === 401) return { state: 'out', problem: null }
  const visitor = answer?.ok === true ? await visitorOf(answer) : null
  return visitor === null ? { state: 'failed' } : { state: 'in', visitor }
}

/** `first` is what is known of the session already. */
export function useSession(first: Session | null) {
  const session = shallowRef<Session>(first ?? { state: 'asking' })
  const isSending = shallowRef(false)

  async function load(): Promise<void> {
    session.value = { state: 'asking' }
    session.value = await sessionOf(await ask('me'))
  }

  async function signIn(key: string): Promise<void> {
    isSending.value = true
    const answer = await post('login', { key })
    const visitor = answer?.ok === true ? await visitorOf(answer) : null
    isSending.value = false
    if (visitor !== null) {
      session.value = { state: 'in', visitor }
      return
    }
    const problems: Readonly<Record<number, SignInProblem>> = {
      401: 'wrong-key',
      403: 'not-secure',
      429: 'too-many',
    }
    session.value = { state: 'out', problem: problems[answer?.status ?? 0] ?? 'unreachable' }
  }

  /** Returns false if the server didn't answer: then somebody is still signed in. */
  async function signOut(): Promise<boolean> {
    const answer = await post('logout', {})
    const isOut = answer !== null && (answer.ok || answer.status === 401)
    if (isOut) session.value = { state: 'out', problem: null }
    return isOut
  }

  const end = (): void => void (session.value = { state: 'out', problem: 'ended' })

  return { session, isSending, load, signIn, signOut, end }
}
