/** Smallest units as somebody types them, with the decimal mark of the language; empty where nobody set any. */
export function thresholdText(units: number | null, decimals: number, mark: string): string {
  if (units === null) return ''
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}${mark}${digits.slice(-decimals)}`
}

/** What was typed in smallest units: null where it is empty, undefined where it is no amount, or could be two. */
export function readThreshold(text: string, decimals: number): number | null | undefined {
  if (text.trim() === '') return null
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:[.,](\d*))?$/.exec(text.trim()) ?? []
  if (whole === '' || fraction.length > decimals) return undefined
  return Number(whole + fraction.padEnd(decimals, '0'))
}
