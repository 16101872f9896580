import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Database } from '../db/open.ts'

/**
 * A place in a write-ahead log (sqlite.org/fileformat2.html#walformat). Once all of the log is in
 * the file, it restarts as a new generation.
 */
export interface LogPlace {
  /** The checkpoint number and the salts of its header; '' if there is no log yet. */
  generation: string
  /** The number of frames before this place. */
  frames: number
}

/** Consecutive frames of a log, one page each. */
export interface Frames {
  bytes: Buffer
  end: LogPlace
}

const headBytes = 32
const frameHeadBytes = 24
/** SQLite's default, which our files use. */
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

/** Whether a generation directly follows another: SQLite increments both numbers. */
const isNext = (next: string, before: string): boolean =>
  numberIn(next) === numberIn(before) + 1 && saltIn(next) === (saltIn(before) + 1) % 2 ** 32

/** The last version of each page in some frames, and the number of pages that the file then has. */
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

/**
 * Reads committed frames from the write-ahead log of a database that this process has open, each
 * frame once.
 */
export interface LogReader {
  now(): LogPlace
  /** Sets the place from which to read; null if unknown. */
  startFrom(place: LogPlace | null): void
  /** False if frames were lost before they were read. */
  readonly isOnTrack: boolean
  /** Whether all frames that were read and stored are in the database file. */
  readonly isInFile: boolean
  /** The frames since the last read, up to `end`; null if some are lost. */
  read(end: LogPlace): Promise<Frames | null>
  /** The frames up to `end` are safely stored, so the log may be written into the file. */
  stored({ end }: Pick<Frames, 'end'>): void
}

export function createLogReader(db: Database, path: string): LogReader {
  const log = `${path}-wal`
  let place: LogPlace | null = null
  /** Everything up to the place is in the file, so a new generation may follow. */
  let isInFile = false
  /**
   * Frames before the place that were committed while the last ones were being stored. They belong
   * to the next read.
   */
  let tail: Buffer = Buffer.alloc(0)

  const generation = (): string => generationOf(readAt(log, 0, headBytes))

  /** The first unread frame; null if an earlier one is lost. */
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
      // Many writes may have overwritten the frames during the read.
      if (bytes !== null && generation() === end.generation)
        return { bytes: Buffer.concat([tail, bytes]), end }
      startFrom(null)
      return null
    },
    stored({ end }) {
      // Everything before this place was already in the file. If the log has restarted since, it
      // continues from here.
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
