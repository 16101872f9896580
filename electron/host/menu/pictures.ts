import { hash } from 'node:crypto'
import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxPictureBytes, pictureTypes, readPicture, type Picture } from '#platform/picture.ts'
import { makePrivateFolder } from '../db/files.ts'
import { picturesOf } from '../db/store-folder.ts'
import type { Context } from '../noun.ts'

/** When there are more, the oldest are deleted. */
const maxPictures = 500

const short = (content: string | Uint8Array): string => hash('sha256', content).slice(0, 32)

/** A file's name: hashes of the address and of the content, and the type. */
const nameOf = (url: string, { type, bytes }: Picture): string =>
  `${short(url)}-${short(bytes)}.${type.replace('image/', '')}`

const pattern = /^([\da-f]{32})-([\da-f]{32})\.(\w+)(\.new)?$/u

/** The parts of the name of a file of ours; null for any other. */
function readName(name: string) {
  const [, address = '', content = '', end = '', isNew] = pattern.exec(name) ?? []
  const type = pictureTypes.find((each) => each === `image/${end}`)
  return type === undefined ? null : { address, content, type, isHalf: isNew !== undefined }
}

/** Pictures in a folder, which may be deleted at any time. Only names made here are read. */
export class PictureFiles {
  readonly #folder: string
  /** The names of files by the hash of the address, the oldest first. */
  #names: Promise<Map<string, string>> | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  #place(name: string): string {
    return join(this.#folder, name)
  }

  async #list(): Promise<Map<string, string>> {
    const pictures: { address: string; name: string; at: number }[] = []
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const read = readName(name)
      if (read === null) continue
      // What a crash left.
      if (read.isHalf) await this.#remove(name)
      else {
        const there = await lstat(this.#place(name)).catch(() => null)
        if (there !== null) pictures.push({ address: read.address, name, at: there.mtimeMs })
      }
    }
    pictures.sort((one, other) => one.at - other.at)
    return new Map(pictures.map(({ address, name }) => [address, name]))
  }

  #all(): Promise<Map<string, string>> {
    this.#names ??= this.#list()
    return this.#names
  }

  /** A picture as it was kept; null if it is missing, or isn't what was written. */
  async read(url: string): Promise<Picture | null> {
    const name = (await this.#all()).get(short(url)) ?? ''
    const read = readName(name)
    if (read === null) return null
    try {
      // A link is no file, wherever it leads.
      const there = await lstat(this.#place(name))
      if (!there.isFile() || there.size > maxPictureBytes) return null
      const bytes = await readFile(this.#place(name))
      return short(bytes) === read.content ? { type: read.type, bytes } : null
    } catch {
      return null
    }
  }

  /** Rejects with the system's error if the disk doesn't take it. */
  async save(url: string, picture: Picture): Promise<void> {
    const names = await this.#all()
    const [address, name] = [short(url), nameOf(url, picture)]
    makePrivateFolder(this.#folder)
    const half = this.#place(`${name}.new`)
    const before = names.get(address)
    if (before !== undefined) await this.#remove(before)
    names.delete(address)
    try {
      await writeFile(half, picture.bytes, { mode: 0o600, flag: 'wx' })
      await rename(half, this.#place(name))
    } catch (cause) {
      await rm(half, { force: true })
      throw cause
    }
    names.set(address, name)
    for (const [oldest, file] of names) {
      if (names.size <= maxPictures) break
      names.delete(oldest)
      await this.#remove(file)
    }
  }

  #remove(name: string): Promise<void> {
    return rm(this.#place(name), { force: true, recursive: true })
  }
}

/** Pictures by address; those that were kept are available without a connection. */
export class Pictures {
  readonly #files: PictureFiles
  readonly #connection: Context['connection']
  readonly #log: Context['log']
  readonly #underWay = new Map<string, Promise<Picture | null>>()
  #isClosed = false

  constructor({ folder, connection, log }: Pick<Context, 'folder' | 'connection' | 'log'>) {
    this.#files = new PictureFiles(picturesOf(folder))
    this.#connection = connection
    this.#log = log
  }

  at(url: string): Promise<Picture | null> {
    const asking =
      this.#underWay.get(url) ?? this.#find(url).finally(() => this.#underWay.delete(url))
    this.#underWay.set(url, asking)
    return asking
  }

  close(): void {
    this.#isClosed = true
  }

  async #find(url: string): Promise<Picture | null> {
    const kept = await this.#files.read(url)
    if (kept !== null || this.#connection === null) return kept
    const picture = await readPicture(this.#connection, url)
    if (picture === null || this.#isClosed) return picture
    await this.#files.save(url, picture).catch((cause: unknown) => {
      this.#log.warn('picture not kept', { cause: String(cause) })
    })
    return picture
  }
}
