import type { App } from 'electron'

/**
 * Chromium's switches that open the page to other programs. Electron reads them after our code has
 * run.
 */
const debuggingSwitches = ['remote-debugging-port', 'remote-debugging-pipe']

/** V8 reads these before any of our code runs, so they can't be ignored any more. */
const engineSwitch = 'js-flags'

interface Outside {
  /** The variables that the app may read: none in a packaged app. */
  env: Record<string, string | undefined>
  /** A switch that a packaged app doesn't start with; null when there is none. */
  refused: string | null
}

/**
 * What the command line and the environment may tell the app. Debuggers and variables are for development: a packaged
 * app ignores them, is set up on its screens alone, and always checks certificates. Call it before anything awaits.
 * Fuses (electron-builder.yml) do the same for --inspect, NODE_OPTIONS and ELECTRON_RUN_AS_NODE.
 */
export function readOutside(
  { isPackaged, commandLine }: Pick<App, 'isPackaged' | 'commandLine'>,
  env: Record<string, string | undefined>,
): Outside {
  if (!isPackaged) return { env, refused: null }
  for (const name of debuggingSwitches) commandLine.removeSwitch(name)
  // Node reads it for each connection, and no fuse covers it.
  delete env['NODE_TLS_REJECT_UNAUTHORIZED']
  return { env: {}, refused: commandLine.hasSwitch(engineSwitch) ? engineSwitch : null }
}
