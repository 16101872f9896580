import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { archiveOf, storeFolderPattern } from '../db/store-folder.ts'
import { valueIn } from '../db/values.ts'
import { RefusedFile } from './refused-file.ts'

/** Files of the data folder by name. */
const networkIdentitySchema = z.record(z.string().max(100), z.string().max(100_000))

const storeSchema = z.object({ id: z.string(), name: z.string() })

/** What a backup file says about itself, encrypted as its content is. */
const aboutSchema = z.object({
  /** The name of the store's folder, which comes from the platform’s address and the store’s id. */
  folder: z.string().regex(storeFolderPattern),
  /** Null if the platform had not answered yet. */
  store: storeSchema.nullable(),
  /** When the backup was made, ISO. */
  at: z.iso.datetime(),
  /** The size of the database, and of the archive that follows it; 0 without one. */
  bytes: z.int().min(0),
  archiveBytes: z.int().min(0),
  /** Only of a hand-over: what the screens on the network recognise the computer by. */
  network: networkIdentitySchema.optional(),
})
export type BackupAbout = z.infer<typeof aboutSchema>

/** The store whose database this is, as the platform called it; null if that is unknown. */
export const storeIn = (path: string): BackupAbout['store'] => valueIn(path, 'store', storeSchema)

const folderNameOf = (database: string): string => basename(dirname(database))

/** Describes a restored database that nobody has open, and the archive beside it if there is one. */
export const describeBackup = (
  restored: string,
  { database, at }: { database: string; at: string },
): BackupAbout => ({
  folder: folderNameOf(database),
  store: storeIn(restored),
  at,
  bytes: statSync(restored).size,
  archiveBytes: statSync(archiveOf(restored), { throwIfNoEntry: false })?.size ?? 0,
})

/**
 * Whether it is a backup of this store. Its folder has the same name if the same address and id were
 * typed; otherwise the platform's own id decides, never a name.
 */
export const isSameStore = (
  { folder, store }: Pick<BackupAbout, 'folder' | 'store'>,
  own: { database: string; storeId: string | null },
): boolean => folder === folderNameOf(own.database) || (store !== null && store.id === own.storeId)

const lengthBytes = 4

export function encodeAbout(about: BackupAbout): Buffer {
  const text = Buffer.from(JSON.stringify(about))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text])
}

/** Splits the first chunk into what it says and the beginning of the database. */
export function decodeAbout(first: Buffer): { about: BackupAbout; rest: Buffer } {
  const length = first.length < lengthBytes ? Infinity : first.readUInt32BE()
  const end = lengthBytes + length
  if (end > first.length) throw new RefusedFile('damaged')
  try {
    const about = aboutSchema.parse(JSON.parse(first.subarray(lengthBytes, end).toString('utf8')))
    return { about, rest: first.subarray(end) }
  } catch {
    // It was sealed with the right passphrase, so another version wrote it.
    throw new RefusedFile('newer')
  }
}
