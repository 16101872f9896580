import { readWire } from './money.ts'

/** A decimal of the wire in whole minor units; null where it is none, or has more decimals than there are. */
export function minorOf(value: number, decimals: number): number | null {
  const read = readWire(value, decimals)
  return read === null || read.isRounded ? null : read.amount
}

/** Beyond so many decimals no number of the wire is an amount. */
const mostDecimals = 15

/**
 * Decimals of the wire as whole numbers of one unit, the largest in which each of them is whole: whatever their currency,
 * sums and comparisons of them are exact. 0.7 and 0.05 are 70 and 5, with 2 decimals. Null where there is no such unit.
 */
export function inOneUnit(
  values: readonly number[],
): { amounts: bigint[]; decimals: number } | null {
  for (let decimals = 0; decimals <= mostDecimals; decimals++) {
    const amounts = values.map((value) => minorOf(value, decimals))
    if (amounts.every((amount) => amount !== null))
      return { amounts: amounts.map(BigInt), decimals }
  }
  return null
}
