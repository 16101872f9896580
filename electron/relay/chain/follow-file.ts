import { statSync } from 'node:fs'
import type { Result } from '#contract/result.ts'
import type { Clock } from '#host/clock.ts'
import type { Log } from '#host/log.ts'

/** How soon a changed file counts. */
const lookAgainMs = 2_000

/**
 * Follows a file of the relay's folder, so that it changes without a restart. One that can't be
 * read is logged, and what was read before stays. Returns how to stop.
 */
export function followFile<Content>(
  { clock, log }: { clock: Clock; log: Log },
  { file, read }: { file: string; read(): Result<Content> },
  onChange: (content: Content) => void,
): () => void {
  // The first look reads it again: it may have changed since it was read before.
  let seen: number | null | undefined
  let isEnded = false
  function look(): void {
    if (isEnded) return
    const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
    if (time !== seen) {
      seen = time
      const content = read()
      if (content.ok) onChange(content.value)
      else log.error('file not read', { cause: content.error.detail ?? content.error.code })
    }
    clock.after(lookAgainMs, look)
  }
  clock.after(lookAgainMs, look)
  return () => {
    isEnded = true
  }
}
