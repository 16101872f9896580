import type { Context } from '#host/noun.ts'

/** A noun's context with the given parts. Any other part fails by its name. */
export const contextOf = (parts: Partial<Context>): Context =>
  new Proxy(parts as Context, {
    get(_, name) {
      const part: unknown = parts[name as keyof Context]
      if (part === undefined && !(name in parts))
        throw new Error(`the test gives no ${String(name)}`)
      return part
    },
  })
