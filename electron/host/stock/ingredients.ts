import { z } from 'zod'
import type { Ingredient } from '#contract/stock.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

/** What the store calls its ingredients, and what each is in. */
export interface Ingredients {
  /** By name. */
  list(): Ingredient[]
  find(id: string): Ingredient | null
  /** Keeps a new one (`id` null) or changes one; `not-found` where nobody knows it. */
  save(ingredient: { id: string | null; name: string; keys: string[] }): Result<Ingredient>
  remove(id: string): Result<null>
}

const ingredientRow = z.object({ id: z.string(), name: z.string(), keys: z.array(z.string()) })

export function createIngredients(db: Database, log: Log, newId: () => string): Ingredients {
  const rows = createRows(db, log, {
    table: 'ingredients',
    key: 'id',
    schema: ingredientRow,
    columns: ['id', 'name', 'keys'],
    json: ['keys'],
    version: 2,
  })
  return {
    list: () => rows.all().toSorted((one, other) => one.name.localeCompare(other.name)),
    find: rows.get,
    save({ id, name, keys }) {
      if (id !== null && rows.get(id) === null) return fail('not-found')
      const ingredient = { id: id ?? newId(), name, keys: [...new Set(keys)] }
      rows.put(ingredient)
      return ok(ingredient)
    },
    remove: (id) => (rows.remove(id) ? ok(null) : fail('not-found')),
  }
}
