import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '#cli/build.ts'

/**
 * The journeys of rooms of the page, nouns of the host and shells, by folder name. A room or noun that
 * isn't here has the journey of its own name.
 */
export const journeysOf: Record<string, readonly string[]> = {
  wall: ['order', 'rush', 'samples', 'wall', 'house', 'own-store', 'trouble', 'search', 'stations'],
  tickets: ['order', 'rush', 'samples', 'wall', 'own-store', 'menu-by-id', 'trouble', 'stations'],
  board: ['stock', 'stock-clock', 'stock-appearance', 'house', 'search'],
  stock: ['stock', 'stock-clock', 'stock-appearance', 'house', 'menu-by-id'],
  menu: ['stock', 'menu-by-id'],
  reservations: ['reservations', 'search'],
  guests: ['guests', 'reservations', 'search', 'kitchen-screen'],
  'store-hours': ['store-hours', 'store', 'store-pause'],
  'close-out': ['close-out', 'printouts', 'printers', 'kitchen-screen'],
  'close-outs': ['close-out', 'printouts', 'printers', 'kitchen-screen'],
  shifts: ['close-out', 'printouts', 'payments', 'waste', 'kitchen-screen'],
  printers: ['printers', 'printouts'],
  payments: ['payments', 'complete-order', 'kitchen-screen'],
  waste: ['waste', 'kitchen-screen'],
  store: ['store', 'store-pause'],
  'preparation-time': ['store'],
  'kitchen-figures': ['kitchen-figures', 'kitchen-screen'],
  profiles: ['setup-file'],
  'profile-file': ['setup-file'],
  sealing: ['access-key', 'setup-file'],
  connection: [
    'access-key',
    'connect',
    'setup-file',
    'doctor',
    'first-run',
    'own-store',
    'trouble',
  ],
  settings: ['setup', 'screens', 'time-format', 'search', 'backups', 'updates'],
  'backup-files': ['backups'],
  'backup-file': ['backups'],
  'backup-file-limits': ['backups'],
  'data-folder': ['backups'],
  screens: ['screens', 'door', 'house', 'network'],
  'channel-orders': ['complete-order'],
  desktop: [
    'shell',
    'kiosk',
    'lifecycle',
    'connect',
    'first-run',
    'open-setup-file',
    'updates',
    'network-host',
    'screen-mode',
  ],
  web: ['access-key', 'network', 'door', 'first-run', 'house'],
  cli: ['access-key', 'network', 'setup-file', 'door', 'first-run', 'start', 'house', 'package'],
}

/** Files that no journey runs. */
const outside =
  /\.(test\.ts|md)$|^test\/(agreement|bench|faults|kill|run)\/|^(?!electron\/|renderer\/|resources\/|test\/|package\.json|electron\.vite)/

const places = [
  /^(?:renderer|electron\/host|electron\/domain|electron)\/([^/]+)\//,
  /^electron\/contract\/([^/.]+)/,
]

/** The names of the journeys of a folder; undefined if it is no room, noun or shell. */
function journeysIn(folder: string): readonly string[] | undefined {
  const declared = [`renderer/${folder}/room.ts`, `electron/contract/${folder}`]
  const hasOwn =
    existsSync(join(root, `test/journeys/${folder}.spec.ts`)) &&
    declared.some((path) => existsSync(join(root, path)))
  return journeysOf[folder] ?? (hasOwn ? [folder] : undefined)
}

/** The names of the journeys for one file; undefined is all of them. */
function journeysFor(file: string): readonly string[] | undefined {
  if (outside.test(file)) return []
  const names = places
    .map((path) => journeysIn(path.exec(file)?.[1] ?? ''))
    .find((journeys) => journeys !== undefined)
  return names !== undefined && file.startsWith('renderer/')
    ? [...names, 'rooms-appearance']
    : names
}

/**
 * The journeys for the changed files, out of all spec files. A change in shared code, such as
 * `renderer/ui`, concerns all of them.
 */
export function touchedJourneys(
  changed: readonly string[],
  allSpecs: readonly string[],
): readonly string[] {
  const touched = new Set<string>()
  for (const file of changed) {
    const names = allSpecs.includes(file) ? [basename(file, '.spec.ts')] : journeysFor(file)
    if (names === undefined) return allSpecs
    for (const spec of allSpecs) if (names.includes(basename(spec, '.spec.ts'))) touched.add(spec)
  }
  return [...touched]
}
