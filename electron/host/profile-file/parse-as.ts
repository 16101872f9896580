import type { z } from 'zod'
import { fail, ok, type Result } from '#contract/shared/result.ts'

/** `stores[1].settings.undoSeconds`, as people write it. */
const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((part, nth) =>
      typeof part === 'number' ? `[${part}]` : `${nth > 0 ? '.' : ''}${String(part)}`,
    )
    .join('')

/** One line per wrong place: where, and what is allowed. Never the value, which may be a secret. */
function faultLines(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${pathText(path)}: ${message}`,
  )
}

export const refuse = (lines: readonly string[]) => fail('bad-input', lines.join('\n'))

/** The JSON of a text. The parser's own message would repeat a part of it. */
function parseJson(text: string): Result<unknown> {
  try {
    return ok(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (cause) {
    const why = String(cause)
    if (why.includes('Unexpected end')) return refuse(['It is not JSON: it ends too early.'])
    const position = /position (\d+)/.exec(why)?.[1]
    if (position === undefined) return refuse(['It is not JSON.'])
    const line = text.slice(0, Number(position)).split('\n').length
    return refuse([`It is not JSON: line ${String(line)} has a mistake.`])
  }
}

/** Parses JSON of a schema. Fails with a line for each wrong place. */
export function parseAs<Value>(schema: z.ZodType<Value>, text: string): Result<Value> {
  const json = parseJson(text)
  if (!json.ok) return json
  const parsed = schema.safeParse(json.value)
  return parsed.success ? ok(parsed.data) : refuse(faultLines(parsed.error))
}
