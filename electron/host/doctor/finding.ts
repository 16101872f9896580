import type { Finding, OperationFinding, UnreadField } from '#contract/doctor/doctor.ts'
import type { Dialect } from '#platform/dialect.ts'
import { assertNever } from '#contract/shared/result.ts'
import type { CallFailure, CallResult } from '#platform/call/failure.ts'
import { pathOf } from '#platform/read-answer.ts'
import { countUnread } from '#platform/tolerant/unread.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'

export type What = Pick<OperationFinding, 'finding' | 'status' | 'message' | 'unread'>

const isUnavailable = (status: number | null): boolean => status === 429 || (status ?? 0) >= 500

const kinds: Record<CallFailure['kind'], Finding> = {
  invalid: 'nothing-to-ask',
  'not-sent': 'unreachable',
  lost: 'unreachable',
  answered: 'refused',
  portal: 'something-else',
  foreign: 'something-else',
  unreadable: 'something-else',
  'called-off': 'unreachable',
}

/**
 * The result of an operation from its answer. The message is unchanged and may contain secrets
 * (mask.ts).
 */
export function whatCameOf(result: CallResult<unknown>): What {
  if (result.ok) {
    const unread = countUnread(result.unread ?? [])
    return { finding: 'reached', status: 200, message: null, ...(unread.length > 0 && { unread }) }
  }
  const { kind, status, message: text } = result.failure
  return {
    // Also if a server in front of the platform says so in its own page.
    finding: isUnavailable(status) ? 'unavailable' : kinds[kind],
    status,
    message: kind === 'portal' ? `Not the platform’s answer: ${text}` : text,
  }
}

/** A line of the report: the operation and its result. */
export function findingOf(
  name: PlatformOperationName,
  dialect: Dialect,
  what: What,
): OperationFinding {
  const { spec } = platformOperations[name]
  return { operation: name, method: spec.method, path: pathOf(spec, dialect), ...what }
}

/** The maximum number of named fields. */
const maxNamed = 8

/** How much of an answer couldn't be read, and which fields. */
function unreadPartsText(unread: readonly UnreadField[]): string[] {
  if (unread.length === 0) return []
  const sum = unread.reduce((total, { count }) => total + count, 0)
  const named = unread.slice(0, maxNamed).map(({ path, count }) => `${path} (${count})`)
  const more = unread.length > maxNamed ? ' …' : ''
  return [`${sum} ${sum === 1 ? 'field' : 'fields'} unread: ${named.join(', ')}${more}`]
}

/** The meaning of a finding, for a terminal and the report. */
export function plainText({ finding, status, message: text, unread = [] }: What): string {
  const quoted = text === null ? '' : `: ${text}`
  switch (finding) {
    case 'reached':
      return ['reached', ...unreadPartsText(unread)].join(', ')
    case 'refused':
      return `refused (${status ?? ''})${quoted}`
    case 'unavailable':
      return `unavailable, come back later (${status ?? ''})${quoted}`
    case 'something-else':
      return `answered with something else${quoted}`
    case 'unreachable':
      return `no answer${quoted}`
    case 'writes':
      return 'not tried, because it writes'
    case 'nothing-to-ask':
      return `not tried${quoted}`
    default:
      return assertNever(finding)
  }
}
