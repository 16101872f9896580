import { onTestFinished } from 'vitest'
import { startPatientPlatform, type OddAnswer, type SeenRequest } from '../odd-platform.fixture.ts'
import type { ListStep } from './list-step.ts'

/** A platform until the test ends, a connection with the test's clock, and the recorded waits. */
export async function connect(answer: (request: SeenRequest, nth: number) => OddAnswer) {
  const platform = await startPatientPlatform(answer)
  onTestFinished(() => platform.close())
  return platform
}

export const data = (value: object): OddAnswer => ({ body: { success: true, data: value } })

/** Records with ids from one number to another. */
export const records = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_each, index) => ({ _id: `c${from + index}` }))

/** The requested page. */
export const pageOf = ({ query }: SeenRequest): number => Number(query.get('page'))

/** The result: ids and left-out counts by part, and the last part without its items. */
export async function collectSteps<Start>(steps: AsyncIterable<ListStep<{ _id: string }, Start>>) {
  const parts: string[][] = []
  let last: ListStep<unknown, Start> | undefined
  for await (const step of steps) {
    if (step.ok) parts.push(step.value.map(({ _id }) => _id))
    last = step
  }
  return { parts, ids: parts.flat(), last }
}
