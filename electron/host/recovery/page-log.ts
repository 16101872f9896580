import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Database } from '../db/open.ts'

/**
 * A place in a write-ahead log (sqlite.org/fileformat2.html#walformat). The log begins anew, as another generation, once all
 * of it is in the file.
 */
export interface LogPlace {
  /** Its number and its salts, as in its head; '' where there is no log yet. */
  generation: string
  /** How many frames stand before this place. */
  frames: number
}

/** Pages as a log has them: a frame each, one after the other. */
export interface Frames {
  bytes: Buffer
  /** Where they end. */
  end: LogPlace
}

const headBytes = 32
const frameHeadBytes = 24
/** SQLite's default, which our files have. */
export const pageBytes = 4_096
const frameBytes = frameHeadBytes + pageBytes

function generationOf(head: Buffer): string {
  if (head.length < headBytes) return ''
  if (head.readUInt32BE(8) !== pageBytes) throw new Error('pages of another size')
  return head.subarray(12, 24).toString('hex')
}

function readAt(path: string, from: number, length: number): Buffer {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return Buffer.alloc(0)
  }
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, from))
  } finally {
    closeSync(file)
  }
}

const numberIn = (generation: string): number => Number.parseInt(generation.slice(0, 8), 16)
const saltIn = (generation: string): number => Number.parseInt(generation.slice(8, 16), 16)

/** Whether a generation came right after another: SQLite counts both up. */
const isNext = (next: string, before: string): boolean =>
  numberIn(next) === numberIn(before) + 1 && saltIn(next) === (saltIn(before) + 1) % 2 ** 32

/** Each page of some frames once, as it was last, and how many pages the file has then; null where a frame is of another log. */
export function pagesIn({ bytes }: Frames): { pages: Map<number, Buffer>; filePages: number } {
  const pages = new Map<number, Buffer>()
  let filePages = 0
  for (let at = 0; at < bytes.length; at += frameBytes) {
    const page = bytes.subarray(at + frameHeadBytes, at + frameBytes)
    pages.set(bytes.readUInt32BE(at), page)
    filePages = bytes.readUInt32BE(at + 4) || filePages
  }
  for (const number of pages.keys()) if (number > filePages) pages.delete(number)
  return { pages, filePages }
}

/** Reads what is committed out of the write-ahead log of a database that is open here, each frame once. */
export interface LogReader {
  /** Where the log ends now. */
  now(): LogPlace
  /** What was read so far ends here; null where nobody knows. */
  startFrom(place: LogPlace | null): void
  /** False where frames were lost that nobody has read. */
  readonly isOnTrack: boolean
  /** Whether all that was read and kept is in the file itself. */
  readonly isInFile: boolean
  /** What came since, up to `end`; null where some of it is lost. */
  read(end: LogPlace): Promise<Frames | null>
  /** What was read is kept for good: the log may be written into the file. */
  stored({ end }: Pick<Frames, 'end'>): void
}

export function createLogReader(db: Database, path: string): LogReader {
  const log = `${path}-wal`
  let place: LogPlace | null = null
  /** All up to the place is in the file: another generation may follow. */
  let isInFile = false
  /** Frames before the place that were committed while the last ones were kept, and belong to the next ones. */
  let tail: Buffer = Buffer.alloc(0)

  const generation = (): string => generationOf(readAt(log, 0, headBytes))

  /** The first frame that was not read; null where one before it is lost. */
  function firstUnread(end: LogPlace): number | null {
    if (place === null) return null
    if (end.generation === place.generation) return end.frames < place.frames ? null : place.frames
    const isFirst = place.generation === '' && numberIn(end.generation) === 0
    const follows = isInFile && place.generation !== '' && isNext(end.generation, place.generation)
    return isFirst || follows ? 0 : null
  }

  function startFrom(next: LogPlace | null): void {
    place = next
    isInFile = false
    tail = Buffer.alloc(0)
  }

  async function readFrames(from: number, end: LogPlace): Promise<Buffer> {
    const bytes = Buffer.alloc((end.frames - from) * frameBytes)
    if (bytes.length === 0) return bytes
    const file = await open(log, 'r')
    try {
      await file.read(bytes, 0, bytes.length, headBytes + from * frameBytes)
      return bytes
    } finally {
      await file.close()
    }
  }

  return {
    now: () => ({ generation: generation(), frames: db.logFrames() }),
    startFrom,
    get isOnTrack() {
      return place !== null
    },
    get isInFile() {
      return isInFile
    },
    async read(end) {
      const from = firstUnread(end)
      const bytes = from === null ? null : await readFrames(from, end)
      // A flood may have written over what was being read.
      if (bytes !== null && generation() === end.generation)
        return { bytes: Buffer.concat([tail, bytes]), end }
      startFrom(null)
      return null
    },
    stored({ end }) {
      // All before this place was in the file already: where the log has begun anew meanwhile, it went on from here.
      const wasInFile =
        isInFile && place?.generation === end.generation && place.frames === end.frames
      startFrom(end)
      if (wasInFile) {
        isInFile = true
        return
      }
      const frames = db.logFrames()
      if (generation() !== end.generation) return
      isInFile = end.generation === ''
      if (isInFile) return
      const late = readAt(
        log,
        headBytes + end.frames * frameBytes,
        (frames - end.frames) * frameBytes,
      )
      if (!db.checkpoint()) return
      place = { ...end, frames }
      isInFile = true
      tail = late
    },
  }
}
