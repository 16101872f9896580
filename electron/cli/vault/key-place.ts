import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

export interface KeyPlace {
  /** The key file. */
  path: string
  dataDir: string
}

type Variables = Record<string, string | undefined>

/**
 * The key file if none is chosen, in the user's folder for settings. Null if the system doesn't
 * know one.
 */
export function usualKeyFile(env: Variables, platform = process.platform): string | null {
  const chosen = platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME']
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'kitchen-pass', 'keys.json')
  const home = homedir()
  const usual = platform === 'win32' ? 'AppData/Roaming' : '.config'
  return isAbsolute(home) ? join(home, usual, 'kitchen-pass', 'keys.json') : null
}

/** Where a path leads, also if its last parts don't exist yet. */
export function realPlace(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync.native(absolute)
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    if (!isMissing || dirname(absolute) === absolute) throw cause
    return join(realPlace(dirname(absolute)), basename(absolute))
  }
}

/** Whether a file is, or would be, inside a folder. */
export function isInFolder(folder: string, file: string): boolean {
  const way = relative(folder, file)
  // On another Windows drive the relative path is the whole path.
  return way.split(sep)[0] !== '..' && !isAbsolute(way)
}

/**
 * Why a key file must not be there; null if it may. The data folder is copied and backed up. Windows
 * has no file modes: there only the user's own folder is private.
 */
export function placeProblem(
  { path, dataDir }: KeyPlace,
  { platform = process.platform, home = homedir() } = {},
): 'in-data-folder' | 'open-to-others' | null {
  const [file, folder] = [realPlace(path), realPlace(dataDir)]
  // A link in the data folder would be followed by whoever copies it.
  const link = join(realPlace(dirname(resolve(path))), basename(path))
  if (isInFolder(folder, file) || isInFolder(folder, link)) return 'in-data-folder'
  return platform === 'win32' && !isInFolder(realPlace(home), file) ? 'open-to-others' : null
}
