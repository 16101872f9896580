import { isStorageError } from './db/damage.ts'

type Facts = Record<string, string | number | boolean | null | undefined>

/**
 * What happened, for whoever looks later. `event` is a fixed phrase, `facts` are counts, codes and ids;
 * never a token, a body or anything about a person. Never throws: a disk that is full takes no log either.
 */
export interface Log {
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
}

/** What was thrown where nothing may end for it. A disk that takes no writes is told by the inbox; all else is a bug. */
export function logThrown(log: Log, where: string, cause: unknown): void {
  if (isStorageError(cause)) log.warn('put off', { in: where, cause: cause.message })
  else log.error('bug', { in: where, cause: cause instanceof Error ? cause.stack : String(cause) })
}
