/** The station that an object of metadata names; null if it names none. */
export function platformStationOf(metadata: unknown, field: string): string | null {
  if (typeof metadata !== 'object' || metadata === null) return null
  const word: unknown = new Map<string, unknown>(Object.entries(metadata)).get(field)
  return typeof word === 'string' && word.trim() !== '' ? word.trim() : null
}
