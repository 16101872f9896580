/**
 * Minor units as a person types them, with the decimal separator of the language; empty if not set.
 */
export function thresholdText(units: number | null, decimals: number, mark: string): string {
  if (units === null) return ''
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}${mark}${digits.slice(-decimals)}`
}

/**
 * The typed amount in minor units: null if empty, undefined if it is not an amount or is ambiguous.
 */
export function readThreshold(text: string, decimals: number): number | null | undefined {
  if (text.trim() === '') return null
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:[.,](\d*))?$/.exec(text.trim()) ?? []
  if (whole === '' || fraction.length > decimals) return undefined
  return Number(whole + fraction.padEnd(decimals, '0'))
}
