/** What a close-out says, in the words of a language, as a sheet and a roll have it; money is written out. */
export interface CloseOutReport {
  number: number
  /** Which close-out of which day. */
  title: string
  store: string
  /** What it corrects, and why. */
  correction: string | null
  facts: [name: string, value: string][]
  sections: ReportSection[]
  notes: string | null
  signature: [name: string, value: string][]
}

export interface ReportSection {
  title: string
  /** Of the cells: what is in each; the first is the row's own name. */
  columns: string[]
  rows: ReportRow[]
  /** What has to be known in order to read it. */
  remark: string | null
  /** How a roll has it: row by row; as pieces and their sum, a line each; or not at all, for want of room. */
  onRoll: 'rows' | 'pieces' | 'left-out'
}

export interface ReportRow {
  cells: string[]
  /** A sum, or what needs a look. */
  look: 'plain' | 'sum' | 'alarm'
  /** What somebody wrote to it. */
  note: string | null
}
