/**
 * How often a test repeats something random: `short` by default, enough for the faults it was made
 * for; `long` if KITCHEN_PASS_LONG is 1, as in the workflow.
 */
export const tries = (short: number, long: number): number =>
  process.env['KITCHEN_PASS_LONG'] === '1' ? long : short
