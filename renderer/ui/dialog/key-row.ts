/** A row of a view's keyboard map. `keys` is one key, or the first and last of a range. */
export interface KeyRow {
  keys: readonly string[]
  action: string
}
