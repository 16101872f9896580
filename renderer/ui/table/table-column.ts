/** A column of a `DataTable`. `text` gives its cells, or the slot with its name draws them. */
export interface Column<Row, Key extends string = string> {
  key: Key
  title: string
  numeric?: boolean
  strong?: boolean
  text?: (row: Row) => string | number
}
