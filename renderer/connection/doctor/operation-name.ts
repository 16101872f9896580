import { say } from '../words.ts'
import { en } from '../words/en.ts'

const isKnown = (operation: string): operation is keyof typeof en.operations =>
  Object.hasOwn(en.operations, operation)

/** What an operation does, in the words of the screen; one that we have no words for keeps its own name. */
export const operationName = (operation: string): string =>
  isKnown(operation) ? say(`operations.${operation}`) : operation
