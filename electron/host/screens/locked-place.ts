import type { Place } from '../core/network-screens.ts'
import type { StoreSetup } from '../profile-file/profile-file.ts'

const named = ({ screens }: StoreSetup, name: string): Place | undefined =>
  screens.find((place) => place.name === name)

/**
 * Whether a locked setup file forbids a screen to become `next`: a name of the file has its role,
 * and a screen with such a name only takes another one of the file.
 */
export function isLocked(
  setup: StoreSetup | null | undefined,
  before: Place,
  next: Place,
): boolean {
  if (setup?.locked !== true) return false
  const place = named(setup, next.name)
  if (place !== undefined) return place.role !== next.role
  return named(setup, before.name) !== undefined
}
