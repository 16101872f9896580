import type { Steps } from '#contract/steps.ts'
import { isShort } from '#platform/reading/tolerant.ts'

/** What JSON.stringify makes of a value that JSON can say, in steps: a menu may be megabytes long. */
export function* writeJson(value: unknown): Steps<string> {
  if (typeof value !== 'object' || value === null || isShort(value)) return JSON.stringify(value)
  const parts: string[] = []
  if (Array.isArray(value)) {
    for (const member of value as unknown[]) {
      parts.push(member === undefined ? 'null' : yield* writeJson(member))
      yield
    }
    return `[${parts.join(',')}]`
  }
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) parts.push(`${JSON.stringify(name)}:${yield* writeJson(member)}`)
    yield
  }
  return `{${parts.join(',')}}`
}
