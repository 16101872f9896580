import type { UpdateChannel } from '#contract/updates/updates.ts'

const part = String.raw`(0|[1-9]\d{0,5})`
const shape = new RegExp(String.raw`^${part}\.${part}\.${part}(?:-beta\.${part})?$`)

/** The parts of `x.y.z` or `x.y.z-beta.n`; null for any other text. */
function partsOf(version: string): readonly number[] | null {
  const [, ...parts]: (string | undefined)[] = shape.exec(version) ?? []
  // A finished version comes after all its betas.
  return parts.length === 0 ? null : parts.map((each) => Number(each ?? Infinity))
}

export const isVersion = (text: string): boolean => partsOf(text) !== null

/** Whether `version` comes after `current`. False if one of them is no version. */
export function isNewer(version: string, current: string): boolean {
  const [candidate, running] = [partsOf(version), partsOf(current)]
  if (candidate === null || running === null) return false
  const index = candidate.findIndex((each, nth) => each !== running[nth])
  return index >= 0 && (candidate[index] ?? 0) > (running[index] ?? 0)
}

/**
 * Whether a version may replace the running one: only a newer one, and a beta only for those who
 * want betas. So whoever leaves the beta channel waits for a newer finished version.
 */
export const isUpgrade = (version: string, current: string, channel: UpdateChannel): boolean =>
  isNewer(version, current) && (channel === 'beta' || !version.includes('-'))
