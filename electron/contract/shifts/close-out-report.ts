/** The printable report of a close-out in one language, for a page and for a roll. Money is formatted. */
export interface CloseOutReport {
  number: number
  /** The number of the close-out and its day. */
  title: string
  store: string
  /** Which close-out this one corrects, and why. */
  correction: string | null
  facts: [name: string, value: string][]
  sections: ReportSection[]
  notes: string | null
  signature: [name: string, value: string][]
}

export interface ReportSection {
  title: string
  /** The heading of each cell. The first one is the heading of the row's name. */
  columns: string[]
  rows: ReportRow[]
  /** What a reader has to know to understand the section. */
  remark: string | null
  /**
   * How a roll shows the section: row by row; one line per denomination, with the count and the
   * sum; or not at all, because it does not fit.
   */
  onRoll: 'rows' | 'pieces' | 'left-out'
}

export interface ReportRow {
  cells: string[]
  /** `alarm` marks a row that needs attention. */
  emphasis: 'plain' | 'sum' | 'alarm'
  /** The note that a person wrote for this row. */
  note: string | null
}
