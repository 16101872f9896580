import { z } from 'zod'
import { answers, id, none } from '../operation.ts'
import {
  historyInput,
  ingredientInput,
  setIngredientInput,
  setStockInput,
  type Ingredient,
  type ProposedIngredient,
  type StockBoard,
  type StockHistoryEntry,
} from '../stock.ts'

export const stockOperations = {
  'stock.board': answers<StockBoard>()(none),
  /** Sells out, counts, or brings back some items together. */
  'stock.set': answers<null>()(setStockInput),
  'stock.setIngredient': answers<null>()(setIngredientInput),
  /** Puts the question of the opening aside; bringing back is `stock.set`. */
  'stock.answerOpening': answers<null>()(none),
  'stock.saveIngredient': answers<Ingredient>()(ingredientInput),
  'stock.removeIngredient': answers<null>()(z.strictObject({ ingredientId: id })),
  /** What the menu's texts name and no ingredient is called yet, those of most items first. */
  'stock.proposeIngredients': answers<ProposedIngredient[]>()(none),
  /** Newest first. */
  'stock.history': answers<StockHistoryEntry[]>()(historyInput),
  /** The same as a table for a spreadsheet (CSV). */
  'stock.historyTable': answers<string>()(historyInput),
} as const
