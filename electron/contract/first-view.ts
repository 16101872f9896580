import type { OperationName, Output } from './index.ts'
import type { Result } from './result.ts'

/** What a page asks together as it is loaded, since it can show nothing without. Their input is empty. */
export const firstOperations = [
  'tickets.snapshot',
  'status.read',
  'settings.read',
  'screens.read',
] as const satisfies readonly OperationName[]

type FirstOperation = (typeof firstOperations)[number]

/** What each of them was answered. */
export type FirstView = { [Name in FirstOperation]: Result<Output<Name>> }

export const isFirstOperation = (name: OperationName): name is FirstOperation =>
  firstOperations.some((first) => first === name)
