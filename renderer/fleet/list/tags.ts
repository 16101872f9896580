import type { FleetStore } from '#contract/relay/fleet.ts'

/** All tags of the stores, those of the most stores first. */
export function tagsByUse(stores: readonly FleetStore[]): string[] {
  const counts = new Map<string, number>()
  for (const { tags } of stores) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
    .map(([tag]) => tag)
}
