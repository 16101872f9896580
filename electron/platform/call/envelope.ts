import { z } from 'zod'
import { failed, firstIssue, type CallResult, type ItemErrors } from './failure.ts'
import { anything, text, texts, looseBoolean } from '../tolerant/loose.ts'
import { readTolerantly } from '../tolerant/tolerant.ts'
import type { WireAnswer } from './answer.ts'

/** How an interface wraps its answers (platform/README.md, Envelopes and errors). */
export type Envelope = 'v3' | 'v1' | 'bare'

/** The forms of a rejection in any interface. */
const refusal = z.looseObject({
  success: looseBoolean,
  status: text,
  error: anything,
  data: anything,
})
type Refusal = z.infer<typeof refusal>

/** Version 3's error; version 1's is a text. */
const named = z.looseObject({ error: text, message: text })

const itemErrors = z.looseObject({
  errors: z.array(
    z
      .looseObject({ item: anything, errors: texts })
      .transform(({ item, errors }): ItemErrors => ({ item, errors: errors ?? [] })),
  ),
})

const v3 = z.looseObject({ success: looseBoolean, data: anything })
const v1 = z.looseObject({ status: z.literal('ok'), data: anything })

const trimmed = (message: string | null | undefined): string | null => message?.trim() || null

/**
 * The platform's message in a rejection, and its error name if there is one; null if it gave none.
 */
function wordsOf({ error }: Refusal): { message: string | null; error: string | null } {
  const both = readTolerantly(named, error)
  if (!both.ok) return { message: trimmed(text.safeParse(error).data), error: null }
  const name = trimmed(both.value.error)
  return { message: trimmed(both.value.message) ?? name, error: name }
}

/** The platform's rejection, with our message if it has none. */
function refused(answer: WireAnswer, no: Refusal): CallResult<never> {
  const { message, error } = wordsOf(no)
  const items = readTolerantly(itemErrors, no.data)
  return failed('answered', message ?? `status ${answer.status}`, answer.status, {
    retryAfterMs: answer.retryAfterMs,
    ...(error !== null && { error }),
    ...(items.ok && { itemErrors: items.value.errors }),
  })
}

/**
 * Opens an answer's envelope. A status from 400 on, `success: false` (or the text "false") and
 * version 1's `status: 'error'` are all rejections; the caller's schema reads `data`.
 */
export function open(answer: WireAnswer, envelope: Envelope): CallResult<unknown> {
  const { status, json } = answer
  const parsed = readTolerantly(refusal, json)
  const no = parsed.ok ? parsed.value : {}
  if (status >= 400 || no.success === false || no.status === 'error') return refused(answer, no)
  if (envelope === 'bare') return { ok: true, value: json, answeredAt: answer.answeredAt }
  const opened = (envelope === 'v3' ? v3 : v1).safeParse(json)
  if (!opened.success) return failed('foreign', firstIssue(opened.error), status)
  return { ok: true, value: opened.data.data, answeredAt: answer.answeredAt }
}

/**
 * Whether an answer is the platform's, by its envelope. A platform answer with missing parts is a
 * different error from another server's answer. JSON without an envelope counts as the platform's.
 */
export function isPlatforms({ json }: WireAnswer, envelope: Envelope): boolean {
  if (envelope !== 'v3') return true
  const opened = v3.safeParse(json)
  return opened.success && opened.data.success === true
}
