import type { ConnectionView } from '#contract/connection.ts'
import { assertNever } from '#contract/result.ts'
import { say } from './words.ts'

/** What becomes of a token on this machine where it cannot be kept safely; null where it can. */
export function vaultWords({ reason }: ConnectionView['vault']): string | null {
  switch (reason) {
    case 'session-only':
      return say('connection.vaultSession')
    case 'basic-text':
      return say('connection.vaultBasic')
    case 'unavailable':
      return say('connection.vaultUnavailable')
    case null:
      return null
    default:
      return assertNever(reason)
  }
}
