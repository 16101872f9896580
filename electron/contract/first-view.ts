import type { OperationName, Output } from './index.ts'
import type { Result } from './shared/result.ts'

/**
 * The queries that a page needs before it can show anything. They have no input and are answered
 * together while the page loads.
 */
export const firstOperations = [
  'tickets.list',
  'status.get',
  'settings.get',
  'screens.get',
  'stations.get',
] as const satisfies readonly OperationName[]

type FirstOperation = (typeof firstOperations)[number]

export type FirstView = { [Name in FirstOperation]: Result<Output<Name>> }

export const isFirstOperation = (name: OperationName): name is FirstOperation =>
  firstOperations.some((first) => first === name)
