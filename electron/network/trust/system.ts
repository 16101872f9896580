import type { System } from '#contract/screens/screens.ts'

const starts: readonly (readonly [RegExp, System])[] = [
  [/\bSilk\b|\bKF[A-Z]{2,}\b/, 'fire-os'],
  [/\b(?:iPad|iPhone|iPod)\b/, 'ipados'],
  [/\bAndroid\b/, 'android'],
  [/\bWindows\b/, 'windows'],
  [/\bMacintosh\b/, 'macos'],
  [/\b(?:Linux|X11|CrOS)\b/, 'linux'],
]

/**
 * What a browser runs on, by its `User-Agent` header; null if that says nothing known. An iPad says
 * that it is a Mac, but no Mac has a touch screen.
 */
export function systemOf(userAgent: string | undefined, hasTouch: boolean): System | null {
  const system = starts.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null
  return system === 'macos' && hasTouch ? 'ipados' : system
}
