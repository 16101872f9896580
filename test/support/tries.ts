/**
 * How often a test tries what chance decides: `short` by default, enough for the faults that it was made for;
 * `long` where KITCHEN_PASS_LONG is 1, as in the workflow.
 */
export const tries = (short: number, long: number): number =>
  process.env['KITCHEN_PASS_LONG'] === '1' ? long : short
