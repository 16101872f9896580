import type { Versions } from '#contract/status/status.ts'
import packageFile from '../../package.json' with { type: 'json' }

/** The version of this Kitchen Pass. */
export const appVersion = packageFile.version

/** What this Kitchen Pass runs on. Only the desktop app has Electron and its Chromium. */
export function readVersions(): Versions {
  const { node, electron, chrome }: Partial<NodeJS.ProcessVersions> = process.versions
  return {
    app: appVersion,
    node: node ?? '',
    electron: electron ?? null,
    chromium: chrome ?? null,
  }
}
