import { answersManager } from '../operation.ts'
import { readingInput, spanInput, type ListReading } from '../reading.ts'
import { wasteListInput, wasteTableInput, type WastePage } from '../waste.ts'

export const wasteOperations = {
  /** Begins to read what was thrown away between two days. How far it is comes as an event (`reading.changed`). */
  'waste.read': answersManager<ListReading>()(spanInput),
  'waste.cancel': answersManager<null>()(readingInput),
  /** Goes on with one that was stopped or cancelled, where it was; `too-late` for any other. */
  'waste.resume': answersManager<null>()(readingInput),
  /** A page of 50; `not-found` where the reading is forgotten. */
  'waste.list': answersManager<WastePage>()(wasteListInput),
  /** A row for each ingredient of each incident that the filter lets through, for a spreadsheet (CSV). */
  'waste.table': answersManager<string>()(wasteTableInput),
} as const
