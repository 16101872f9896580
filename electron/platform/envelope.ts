import { z } from 'zod'
import { failed, firstIssue, type CallResult, type ItemErrors } from './failure.ts'
import { truth } from './loose.ts'
import type { WireAnswer } from './transport.ts'

/** How an interface wraps what it answers (platform/README.md, Envelopes and errors). */
export type Envelope = 'v3' | 'v1' | 'bare'

/** What any of the interfaces may say when it says no. */
const refusal = z.looseObject({
  success: truth,
  status: z.string().optional().catch(undefined),
  error: z
    .union([
      z.string(),
      z.looseObject({ error: z.string().optional(), message: z.string().optional() }),
    ])
    .optional()
    .catch(undefined),
  data: z.unknown().optional(),
})

const itemErrors = z.looseObject({
  errors: z.array(
    z
      .looseObject({ item: z.unknown().optional(), errors: z.array(z.string()).default([]) })
      .transform(({ item, errors }): ItemErrors => ({ item, errors })),
  ),
})

const v3 = z.looseObject({ success: truth, data: z.unknown().optional() })
const v1 = z.looseObject({ status: z.literal('ok'), data: z.unknown().optional() })

/** The platform's words in a refusal; null where it gave none. */
function wordsOf({ error }: z.infer<typeof refusal>): string | null {
  if (typeof error === 'string') return error
  return error?.message ?? error?.error ?? null
}

/**
 * Opens an answer's envelope. A status from 400 on, `success: false` (or the text "false") and version 1's
 * `status: 'error'` are all the platform's no; what is in `data` is left to the caller's schema.
 */
export function open(answer: WireAnswer, envelope: Envelope): CallResult<unknown> {
  const { status, json } = answer
  const said = refusal.safeParse(json)
  const no = said.success && (said.data.success === false || said.data.status === 'error')
  if (status >= 400 || no) {
    const words = (said.success ? wordsOf(said.data) : null) ?? `status ${status}`
    const items = said.success ? itemErrors.safeParse(said.data.data) : null
    return failed('answered', words, status, {
      retryAfterMs: answer.retryAfterMs,
      ...(items?.success === true && { itemErrors: items.data.errors }),
    })
  }
  if (envelope === 'bare') return { ok: true, value: json, answeredAt: answer.answeredAt }
  const opened = (envelope === 'v3' ? v3 : v1).safeParse(json)
  if (!opened.success) return failed('unreadable', firstIssue(opened.error), status)
  return { ok: true, value: opened.data.data, answeredAt: answer.answeredAt }
}
