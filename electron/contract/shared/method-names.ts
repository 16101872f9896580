/** The name of a method that the platform gives none, in spreadsheets. Screens and printouts translate it. */
export const unnamedMethod = (n: number): string => `Payment method ${String(n)}`

/** The number of a method without a name: its place among those of a list that have none. */
export function unnamedPlace(
  methods: readonly { methodId: string; name: string }[],
  id: string,
): number {
  const unnamed = methods.flatMap(({ methodId, name }) =>
    methodId !== '' && name === '' ? [methodId] : [],
  )
  const ids = [...new Set(unnamed)]
  const place = ids.indexOf(id)
  return (place < 0 ? ids.length : place) + 1
}
