import { isStorageError } from './damage.ts'

type Facts = Record<string, string | number | boolean | null | undefined>

/**
 * A log. `event` is a fixed phrase; `facts` are counts, codes and ids, never a token, a body or
 * personal data. Never throws, because a full disk can't take a log either.
 */
export interface Log {
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
}

/**
 * An error in a place where nothing may fail. The inbox reports a disk that accepts no writes;
 * everything else is a bug.
 */
export function logThrown(log: Log, where: string, cause: unknown): void {
  if (isStorageError(cause)) log.warn('put off', { in: where, cause: cause.message })
  else log.error('bug', { in: where, cause: cause instanceof Error ? cause.stack : String(cause) })
}
