import type { Context } from '#host/noun.ts'

/** A noun's context with the given parts. Any other part fails by its name. */
export const contextOf = (given: Partial<Context>): Context =>
  new Proxy(given as Context, {
    get(_, name) {
      const found: unknown = given[name as keyof Context]
      if (found === undefined && !(name in given))
        throw new Error(`the test gives no ${String(name)}`)
      return found
    },
  })
