import type { Context } from 'hono'
import { z } from 'zod'

/** What a request asked for, or the sentence for a 400. */
export type Asked<T> = { ok: true; value: T } | { ok: false; message: string }

/** A whole number in a query. */
export const wholeNumber = (low: number, high = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(
      z
        .number()
        .min(low, `must be at least ${low}`)
        .max(high, `must be at most ${String(high)}`),
    )

/** A boolean in a query. */
export const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((word) => word === 'true')

/** A date-time or a bare YYYY-MM-DD (its first instant, UTC) in a query, as epoch milliseconds. */
export const dateInQuery = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date')
  .transform((text) => Date.parse(text))

/** An array in a query, repeated (`a=1&a=2`); a single value is an array of one. */
export const severalTexts = z
  .union([z.array(z.string()), z.string().transform((text) => [text])])
  .default([])

/** What was asked, or the first thing that is wrong with it, under its name on the wire. */
function told<T>(
  parsed: z.ZodSafeParseResult<T>,
  names: Readonly<Record<string, string | undefined>> = {},
): Asked<T> {
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  const path = (issue?.path ?? []).map((part) => names[String(part)] ?? String(part))
  return { ok: false, message: `${path.join('.')}: ${issue?.message ?? ''}` }
}

/**
 * Reads a query. The keys of `schema` are its parameters; where one has another name on the wire, `names` says so.
 * Parameters that are not in the schema are left alone, as most servers do.
 */
export function readQuery<Shape extends z.ZodRawShape>(
  context: Context,
  schema: z.ZodObject<Shape>,
  names: Partial<Record<keyof Shape & string, string>> = {},
): Asked<z.output<z.ZodObject<Shape>>> {
  const given: Record<string, string | string[]> = {}
  for (const key of Object.keys(schema.shape) as (keyof Shape & string)[]) {
    const values = context.req.queries(names[key] ?? key) ?? []
    const [first] = values
    if (first !== undefined) given[key] = values.length === 1 ? first : values
  }
  return told(schema.safeParse(given), names)
}

/** Reads a JSON body. */
export async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<Asked<z.output<Schema>>> {
  let body: unknown
  try {
    body = await context.req.json()
  } catch {
    return { ok: false, message: 'body: must be JSON' }
  }
  return told(schema.safeParse(body))
}
