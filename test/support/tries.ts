/** Whether tests run at length, as in the workflow each night. */
export const isLong = process.env['KITCHEN_PASS_LONG'] === '1'

/**
 * How often a test repeats something random: `short` by default, enough for the faults it was made
 * for; `long` if tests run at length.
 */
export const tries = (short: number, long: number): number => (isLong ? long : short)
