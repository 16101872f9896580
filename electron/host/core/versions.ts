import type { Versions } from '#contract/status/status.ts'
import packageFile from '../../../package.json' with { type: 'json' }

/** The version of this Kitchen Pass. */
export const appVersion = packageFile.version

/** What this Kitchen Pass runs on. Only the desktop app has Electron and its Chromium. */
export function readVersions(): Versions {
  const parts: Readonly<Record<string, string | undefined>> = process.versions
  return {
    app: appVersion,
    node: process.versions.node,
    electron: parts['electron'] ?? null,
    chromium: parts['chrome'] ?? null,
  }
}
