import type { AppError } from '#contract/shared/result.ts'
import type { Status } from '#contract/status/status.ts'

export type ErrorAction = 'give-token' | 'try-again'

/**
 * Offers another token if the token is the problem, and a retry where it may help. The practice
 * store has its own token.
 */
export function errorActions({ code, reason }: AppError, mode: Status['mode']): ErrorAction[] {
  if (reason === 'no-token') return ['give-token']
  // Only another connection helps, or taking the kitchen back.
  if (reason === 'unencrypted' || reason === 'moved') return []
  return code === 'unauthorised' && mode === 'store' ? ['give-token', 'try-again'] : ['try-again']
}
