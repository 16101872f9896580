import { fold } from '#contract/shared/fold.ts'

const bare = (name: string): string => fold(name).replaceAll(' ', '')

/**
 * The station (or expo) that a screen is called after, without regard to case, accents and spaces:
 * "GRILL" and, if no station is called so, "Grill 2". Null if there is none.
 */
export function stationOfName(
  screenName: string,
  stations: readonly { id: string; name: string }[],
): string | null {
  const called = (name: string): string | undefined =>
    name === '' ? undefined : stations.find((station) => bare(station.name) === name)?.id
  const name = bare(screenName)
  return called(name) ?? called(name.replace(/\d+$/, '')) ?? null
}
