import { basename } from 'node:path'

/** The journeys of each room of the page, each noun of the host and each shell, by folder name. */
export const journeysOf: Record<string, readonly string[]> = {
  wall: ['order', 'rush', 'samples', 'wall', 'house', 'own-store', 'trouble', 'search', 'stations'],
  stations: ['stations'],
  tickets: ['order', 'rush', 'samples', 'wall', 'own-store', 'menu-by-id', 'trouble', 'stations'],
  board: ['stock', 'stock-clock', 'stock-appearance', 'house', 'search'],
  'order-status': ['order-status'],
  stock: ['stock', 'stock-clock', 'stock-appearance', 'house', 'menu-by-id'],
  menu: ['stock', 'menu-by-id'],
  reservations: ['reservations', 'search'],
  guests: ['guests', 'reservations', 'search', 'kitchen-screen'],
  coupons: ['coupons'],
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
  doctor: ['doctor'],
  settings: ['setup', 'screens', 'time-format', 'search', 'backups', 'updates'],
  backups: ['backups'],
  'backup-files': ['backups'],
  'backup-file': ['backups'],
  'backup-file-limits': ['backups'],
  'data-folder': ['backups'],
  updates: ['updates'],
  screens: ['screens', 'door', 'house', 'network'],
  network: ['network'],
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

/** The names of the journeys for one file; undefined is all of them. */
function journeysFor(file: string): readonly string[] | undefined {
  if (outside.test(file)) return []
  const names = places
    .map((path) => journeysOf[path.exec(file)?.[1] ?? ''])
    .find((found) => found !== undefined)
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
