import type { AppError } from '#contract/result.ts'
import type { Status } from '#contract/status/status.ts'

/** What a person can do about what holds up the platform: give another token, or have it tried again. */
export type WayOut = 'give-token' | 'try-again'

/** Another token where it is the token, and to try again where that may help. The practice store has its own token. */
export function waysOut({ code, reason }: AppError, mode: Status['mode']): WayOut[] {
  if (reason === 'no-token') return ['give-token']
  // Only another connection helps.
  if (reason === 'unencrypted') return []
  return code === 'unauthorised' && mode === 'store' ? ['give-token', 'try-again'] : ['try-again']
}
