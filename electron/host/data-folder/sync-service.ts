import { realpathSync } from 'node:fs'

/** The folders of services that copy files to a cloud while they change, on all systems. */
const services: readonly (readonly [string, RegExp])[] = [
  ['OneDrive', /^OneDrive(?:$| - |-)/i],
  ['Dropbox', /^Dropbox(?:$| \()/i],
  ['iCloud Drive', /^(?:iCloud ?Drive|Mobile Documents|com~apple~CloudDocs)$/i],
  ['Google Drive', /^(?:Google ?Drive(?:$|-)|My Drive$)/i],
]

/**
 * The service whose folder a path is in, by the names in it; null if there is none. Such a service
 * reads and replaces files while the database is open, which damages it.
 */
export function syncServiceOf(path: string): string | null {
  const names = path.split(/[/\\]/)
  return services.find(([, folder]) => names.some((name) => folder.test(name)))?.[0] ?? null
}

/** The same for a folder that exists, also if a link leads there. */
export function syncServiceAt(folder: string): string | null {
  try {
    return syncServiceOf(folder) ?? syncServiceOf(realpathSync(folder))
  } catch {
    return syncServiceOf(folder)
  }
}
