/** A row of a view's keyboard map: the key, or the first and the last of several, and what it does. */
export interface KeyRow {
  keys: readonly string[]
  action: string
}
