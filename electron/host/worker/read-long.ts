import type { RawAnswer } from '#platform/call/answer.ts'
import { failed } from '#platform/call/failure.ts'
import { nameOfOperation } from '#platform/operations.ts'
import {
  readAnswer,
  type AnswerSpec,
  type HowToRead,
  type ReadAnswer,
} from '#platform/read-answer.ts'
import { worker } from './worker.ts'

/** Reads a long answer in the thread (`Connection.readLong`). */
export async function readLong(
  spec: AnswerSpec,
  answer: RawAnswer,
  how: HowToRead,
): Promise<ReadAnswer> {
  const operation = nameOfOperation(spec)
  if (operation === null) return readAnswer(spec, answer, how)
  const { status, headers, bytes } = answer
  try {
    return await worker.run('readLongAnswer', {
      ...{ operation, status, bytes, how },
      headers: [...headers],
    })
  } catch (cause) {
    return { kind: 'none', ...failed('unreadable', String(cause), status) }
  }
}
