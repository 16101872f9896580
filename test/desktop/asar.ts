import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Entry {
  files?: Record<string, Entry>
  size?: number
  offset?: string
}

/** The files of an asar archive by their path within it. Format: a pickled JSON header, then the contents. */
export function readAsar(path: string): Map<string, Buffer> {
  const archive = readFileSync(path)
  const contents = 8 + archive.readUInt32LE(4)
  const header = JSON.parse(archive.toString('utf8', 16, 16 + archive.readUInt32LE(12))) as Entry
  const files = new Map<string, Buffer>()
  const walk = ({ files: entries = {} }: Entry, folder: string) => {
    for (const [name, entry] of Object.entries(entries)) {
      const inner = folder === '' ? name : `${folder}/${name}`
      if (entry.files !== undefined) walk(entry, inner)
      else {
        const start = contents + Number(entry.offset)
        files.set(inner, archive.subarray(start, start + (entry.size ?? 0)))
      }
    }
  }
  walk(header, '')
  return files
}

/** Writes the files below `folder`. */
export function extract(files: Map<string, Buffer>, folder: string): void {
  for (const [name, content] of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
