import type { Finding, OperationFinding } from '#contract/doctor.ts'
import type { Dialect } from '#platform/dialect.ts'
import { assertNever } from '#contract/result.ts'
import type { CallFailure, CallResult } from '#platform/failure.ts'
import { pathOf } from '#platform/operation.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'

type What = Pick<OperationFinding, 'finding' | 'status' | 'words'>

const kinds: Record<CallFailure['kind'], Finding> = {
  invalid: 'nothing-to-ask',
  'not-sent': 'unreachable',
  lost: 'unreachable',
  answered: 'refused',
  portal: 'something-else',
  unreadable: 'something-else',
}

/** What a result says of its operation. `words` are as they came, and may hold what must not be seen (mask.ts). */
export function whatCameOf(result: CallResult<unknown>): What {
  if (result.ok) return { finding: 'reached', status: 200, words: null }
  const { kind, status, words } = result.failure
  return {
    finding: kinds[kind],
    status,
    words: kind === 'portal' ? `another page in the platform’s place: ${words}` : words,
  }
}

/** One line of the report: the operation, and what came of it. */
export function findingOf(
  name: PlatformOperationName,
  dialect: Dialect,
  what: What,
): OperationFinding {
  const { spec } = platformOperations[name]
  return { operation: name, method: spec.method, path: pathOf(spec, dialect), ...what }
}

/** What a finding means, for a terminal and for the report. */
export function plainWords({ finding, status, words }: What): string {
  const said = words === null ? '' : `: ${words}`
  switch (finding) {
    case 'reached':
      return 'reached'
    case 'refused':
      return `refused (${status ?? ''})${said}`
    case 'something-else':
      return `answered with something else${said}`
    case 'unreachable':
      return `no answer${said}`
    case 'writes':
      return 'not tried, because it writes'
    case 'nothing-to-ask':
      return `not tried${said}`
    default:
      return assertNever(finding)
  }
}
