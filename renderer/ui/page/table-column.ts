/** A column of a `DataTable`: its cells are texts, or drawn by the slot of its name. */
export interface Column<Row, Key extends string = string> {
  key: Key
  title: string
  numeric?: boolean
  strong?: boolean
  text?: (row: Row) => string | number
}
