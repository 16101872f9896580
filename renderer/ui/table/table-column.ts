/** A column of a `DataTable`. `text` gives its cells, or the slot with its name draws them. */
export interface Column<Row, Key extends string = string> {
  key: Key
  title: string
  numeric?: boolean
  strong?: boolean
  /** The rows can be sorted by it; how they are now. */
  sort?: 'ascending' | 'descending' | 'none'
  text?: (row: Row) => string | number
}
