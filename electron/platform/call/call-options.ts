import type { AnswerMemory } from './answer-memory.ts'

/** What the caller of one operation may say about the call itself. */
export interface CallOptions {
  /** Calls it off: the answer is a failure of the kind `called-off`. */
  signal?: AbortSignal | undefined
  /** How long the whole answer may take, its body too; default the connection's. */
  answerWithinMs?: number | undefined
  /** For what reads alone: a write that was lost may have happened. */
  retries?: never
}

/** The same for what only reads. */
export interface ReadOptions extends Omit<CallOptions, 'retries'> {
  /** How often it may be asked again where that may help (retry.ts); default never. */
  retries?: number | undefined
  /** Hears what an answer holds before it is read, so that what comes next can be asked for meanwhile. */
  onData?: ((data: unknown) => void) | undefined
  /** What was answered last: an answer that repeats it is not parsed again. */
  memory?: AnswerMemory | undefined
}
