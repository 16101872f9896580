/** Deeper than any answer, and safe for recursion. */
const maxDepth = 100
/** A menu of 16 MiB has about 200,000. Passing on half a million takes a fifth of a second. */
const maxContainers = 500_000

/** Why a text isn't JSON. */
export const notJson = 'not JSON'

type ParsedJson = { ok: true; value: unknown } | { ok: false; why: string }

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Why a parsed value isn't the platform's; null if it may be. Looks level by level, without recursion. */
function faultOf(value: unknown, levels: number): string | null {
  let count = 0
  let level: object[] = isContainer(value) ? [value] : []
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return `JSON of more than ${levels} levels deep`
    count += level.length
    if (count > maxContainers) return `JSON of more than ${maxContainers} lists and objects`
    const next: object[] = []
    for (const each of level)
      for (const member of Array.isArray(each) ? (each as unknown[]) : Object.values(each))
        if (isContainer(member)) next.push(member)
    level = next
  }
  return null
}

/**
 * JSON.parse, or why the text isn't the platform's: no JSON, deeper than `levels`, or more than
 * half a million lists and objects. A long text takes a while (host/worker).
 */
export function parseJson(text: string, levels = maxDepth): ParsedJson {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, why: notJson }
  }
  const why = faultOf(value, levels)
  return why === null ? { ok: true, value } : { ok: false, why }
}
