import { openGoBetween, type Answer, type GoBetween } from './go-between.ts'

/** Too busy to take it: certainly nothing happened. */
export const busy: Answer = { status: 429, body: '{"message":"busy"}' }
/** The line breaks: nobody knows. */
export const lost: Answer = { silence: 'cut' }
/** The platform says no. */
export const refused: Answer = { status: 400, body: '{"message":"no"}' }

/** A platform that holds the first request of a path until it is told what to answer; the others it answers by itself. */
interface Held {
  between: GoBetween
  /** Once it is on the wire. */
  arrived: Promise<null>
  /** Undefined has the platform take it. */
  answers(so: Answer | undefined): void
  /** How many such requests came. */
  times(): number
}

export async function openHeld(isHeld: (path: string) => boolean): Promise<Held> {
  const arrived = Promise.withResolvers<null>()
  const answer = Promise.withResolvers<Answer | undefined>()
  let times = 0
  const between = await openGoBetween({
    answer(path) {
      if (!isHeld(path)) return undefined
      times += 1
      arrived.resolve(null)
      return times === 1 ? answer.promise : undefined
    },
  })
  return { between, arrived: arrived.promise, answers: answer.resolve, times: () => times }
}
