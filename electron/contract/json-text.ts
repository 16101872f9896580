/** Text that nests deeper is not parsed: what arrives as JSON may not be deeper either (feeds/body.ts). */
const mostDepth = 64

function isTooDeep(text: string): boolean {
  let depth = 0
  for (const sign of text)
    if (sign === '[' || sign === '{') {
      if (++depth > mostDepth) return true
    } else if (sign === ']' || sign === '}') depth -= 1
  return false
}

/** JSON text as the object or the list that it writes; anything else as it came. */
export function parsedText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || isTooDeep(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    // A text that only begins like JSON.
    return value
  }
}
