import { readWire } from './money.ts'

/** A decimal of the wire in whole minor units; null where it is none, or has more decimals than there are. */
export function minorOf(value: number, decimals: number): number | null {
  const read = readWire(value, decimals)
  return read === null || read.isRounded ? null : read.amount
}
