/** A field of an object of metadata; undefined if it has none. */
export function metadataField(metadata: unknown, field: string): unknown {
  if (typeof metadata !== 'object' || metadata === null) return undefined
  return new Map<string, unknown>(Object.entries(metadata)).get(field)
}

/** The station that an object of metadata names; null if it names none. */
export function platformStationOf(metadata: unknown, field: string): string | null {
  const word = metadataField(metadata, field)
  return typeof word === 'string' && word.trim() !== '' ? word.trim() : null
}
