import type { Ingredient } from '#contract/stock.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Database } from '../db/open.ts'

/** What the store calls its ingredients, and what each is in. */
export interface Ingredients {
  /** By name. */
  list(): Ingredient[]
  find(id: string): Ingredient | null
  /** Keeps a new one (`id` null) or changes one; `not-found` where nobody knows it. */
  save(ingredient: { id: string | null; name: string; keys: string[] }): Result<Ingredient>
  remove(id: string): Result<null>
}

export function createIngredients(db: Database, newId: () => string): Ingredients {
  const read = (row: Record<string, unknown>): Ingredient => ({
    id: String(row['id']),
    name: String(row['name']),
    keys: JSON.parse(String(row['keys'])) as string[],
  })
  const find = (id: string): Ingredient | null => {
    const row = db.get('SELECT * FROM ingredients WHERE id = ?', id)
    return row === undefined ? null : read(row)
  }
  return {
    list: () =>
      db
        .all('SELECT * FROM ingredients')
        .map(read)
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    find,
    save({ id, name, keys }) {
      if (id !== null && find(id) === null) return fail('not-found')
      const ingredient = { id: id ?? newId(), name, keys: [...new Set(keys)] }
      db.run(
        `INSERT INTO ingredients (id, name, keys) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, keys = excluded.keys`,
        ingredient.id,
        name,
        JSON.stringify(ingredient.keys),
      )
      return ok(ingredient)
    },
    remove: (id) =>
      db.run('DELETE FROM ingredients WHERE id = ?', id) === 1 ? ok(null) : fail('not-found'),
  }
}
