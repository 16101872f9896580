/** A value to give, or to leave out where nothing is one. */
type Given<Value> = undefined extends Value ? [value?: Value] : [value: Value]

/** One thing that waits until the test lets it go. */
export interface Held<Input, Answer> {
  readonly input: Input
  /** Lets it go with an answer, or with nothing where nothing is an answer. Resolves a turn later, when its caller has gone on. */
  answer(...answer: Given<Answer>): Promise<void>
  /** Lets it go with a failure: its caller throws. Resolves a turn later, too. */
  fail(error: Error): Promise<void>
}

/** Holds what arrives until the test lets it go, in any order. */
export interface Hold<Input, Answer> {
  /** All that arrived, in that order, including what the test has let go. */
  readonly arrived: readonly Held<Input, Answer>[]
  /** For the code under test: it waits here. */
  arrive(...input: Given<Input>): Promise<Answer>
  /** Lets all go that wait, as `Held.answer` does. */
  answerAll(...answer: Given<Answer>): Promise<void>
  /** The first that `next` has not given yet, as soon as it arrives. */
  next(): Promise<Held<Input, Answer>>
}

/** Lets those who wait for a promise go on. */
const nextTurn = (): Promise<void> => new Promise((turn) => setTimeout(turn))

/**
 * Holds calls of a function: its `arrive` stands in the place of the function. The go-between holds requests with it
 * (`GoBetween.hold`), and the fake bridge operations (`FakeBridge.hold`).
 */
export function createHold<Input = undefined, Answer = undefined>(): Hold<Input, Answer> {
  const arrived: Held<Input, Answer>[] = []
  const asking: ((held: Held<Input, Answer>) => void)[] = []
  let given = 0

  const giveNext = (): void => {
    const first = arrived[given]
    if (first === undefined || asking.length === 0) return
    given += 1
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
