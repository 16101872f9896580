import { onTestFinished } from 'vitest'
import { startPatientPlatform, type OddAnswer, type SeenRequest } from '../odd-platform.fixture.ts'
import type { ListStep } from './list-step.ts'

/** A platform until the test ends, a connection to it whose time is ours, and what was waited. */
export async function connect(answer: (request: SeenRequest, nth: number) => OddAnswer) {
  const platform = await startPatientPlatform(answer)
  onTestFinished(() => platform.close())
  return platform
}

export const data = (value: object): OddAnswer => ({ body: { success: true, data: value } })

/** Records with the ids from one number to another. */
export const records = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_each, index) => ({ _id: `c${from + index}` }))

/** Which page was asked for. */
export const pageOf = ({ query }: SeenRequest): number => Number(query.get('page'))

/** What was told: ids and how many were left out by part, and the last part without its items. */
export async function reported<Start>(steps: AsyncIterable<ListStep<{ _id: string }, Start>>) {
  const parts: string[][] = []
  let last: ListStep<unknown, Start> | undefined
  for await (const step of steps) {
    if (step.ok) parts.push(step.value.map(({ _id }) => _id))
    last = step
  }
  return { parts, ids: parts.flat(), last }
}
