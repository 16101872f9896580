import { z } from 'zod'
import { figuresInput, type KitchenFigures } from '../kitchen-figures.ts'
import { answersManager, id } from '../operation.ts'

export const kitchenFiguresOperations = {
  /** Worked out of what is kept here; a screen that asks anew is not answered for what it asked before (`too-late`). */
  'kitchenFigures.read': answersManager<KitchenFigures>()(figuresInput),
  /** The same as a table for a spreadsheet (CSV); `not-found` where others were worked out since. */
  'kitchenFigures.table': answersManager<string>()(z.strictObject({ figuresId: id })),
} as const
