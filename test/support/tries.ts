/** Whether tests run at length, as in the workflow each night. */
export const isLong = process.env['KITCHEN_PASS_LONG'] === '1'

/** Whether everything runs: `npm run test:all` sets it. */
export const isWhole = isLong || process.env['KITCHEN_PASS_WHOLE'] === '1'

/**
 * How often a test repeats something random, or how large it makes something: `short` in the quick
 * run, enough for the faults it was made for; `whole` if everything runs; `long` if tests run at
 * length.
 */
export function tries(short: number, long: number, whole = short): number {
  if (isLong) return long
  return isWhole ? whole : short
}
