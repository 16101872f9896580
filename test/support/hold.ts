/** A value, or no argument if there is none. */
type ArgumentOf<Value> = undefined extends Value ? [value?: Value] : [value: Value]

export interface Held<Input, Answer> {
  readonly input: Input
  /**
   * Releases it with an answer, or without one if there is none. Resolves a turn later, when its
   * caller has continued.
   */
  answer(...answer: ArgumentOf<Answer>): Promise<void>
  /** Releases it with a failure: its caller throws. Also resolves a turn later. */
  fail(error: Error): Promise<void>
}

/** Holds what arrives until the test releases it, in any order. */
export interface Hold<Input, Answer> {
  /** Everything that arrived, in order, including what was released. */
  readonly arrived: readonly Held<Input, Answer>[]
  /** Called by the code under test, which then waits. */
  arrive(...input: ArgumentOf<Input>): Promise<Answer>
  /** Releases everything that waits, as `Held.answer` does. */
  answerAll(...answer: ArgumentOf<Answer>): Promise<void>
  /** The first one that `next` has not returned yet, as soon as it arrives. */
  next(): Promise<Held<Input, Answer>>
}

/** Lets code that waits for a promise continue. */
const nextTurn = (): Promise<void> => new Promise((turn) => setTimeout(turn))

/**
 * Holds calls of a function, which its `arrive` replaces. The go-between uses it for requests
 * (`GoBetween.hold`), the fake bridge for operations (`FakeBridge.hold`).
 */
export function createHold<Input = undefined, Answer = undefined>(): Hold<Input, Answer> {
  const arrived: Held<Input, Answer>[] = []
  const asking: ((held: Held<Input, Answer>) => void)[] = []
  let nextIndex = 0

  const giveNext = (): void => {
    const first = arrived[nextIndex]
    if (first === undefined || asking.length === 0) return
    nextIndex += 1
    asking.shift()?.(first)
  }

  return {
    arrived,
    arrive(...[input]) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      arrived.push({
        input: input as Input,
        answer(...[answer]) {
          resolve(answer as Answer)
          return nextTurn()
        },
        fail(error) {
          reject(error)
          return nextTurn()
        },
      })
      giveNext()
      return promise
    },
    async answerAll(...answer) {
      await Promise.all(arrived.map((one) => one.answer(...answer)))
    },
    next() {
      const { promise, resolve } = Promise.withResolvers<Held<Input, Answer>>()
      asking.push(resolve)
      giveNext()
      return promise
    },
  }
}
