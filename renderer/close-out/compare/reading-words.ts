import type { Reading } from './over-short.ts'
import { say } from './words.ts'

/** By which reading of the tips a figure holds; empty where there is but one. */
export function readingWords(reading: Reading): string {
  if (reading === 'inside') return say('compare.ifInside')
  return reading === 'outside' ? say('compare.ifOutside') : ''
}
