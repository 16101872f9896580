import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, derivationSchema, type Derivation } from '../sealing/sealing.ts'
import { RefusedFile } from './refused-file.ts'

/*
 * The first 64 bytes of a backup file, numbers big-endian:
 *
 *    0  8  KPBACKUP
 *    8  4  version
 *   12  4  cost of scrypt
 *   16  4  its block size
 *   20  4  its parallelization
 *   24 16  its salt
 *   40 16  tells a wrong passphrase from a damaged file
 *   56  8  checksum of everything before
 *
 * The keys are made of the passphrase and of the first 40 bytes, so nobody can change those either.
 */

const magic = Buffer.from('KPBACKUP')
const version = 1
export const headerBytes = 64
const [versionAt, costAt, blockSizeAt, parallelAt, saltAt, proofAt, sumAt] = [
  8, 12, 16, 20, 24, 40, 56,
]
const proofBytes = sumAt - proofAt

const sumOf = (header: Buffer): Buffer =>
  createHash('sha256')
    .update(header.subarray(0, sumAt))
    .digest()
    .subarray(0, headerBytes - sumAt)

const keyFor = (purpose: string, master: Buffer, start: Buffer): Buffer =>
  createHmac('sha256', master).update(purpose).update(start).digest()

/** The keys of one file: its salt is in `start`, so no two files have the same. */
const keysOf = (master: Buffer, start: Buffer): { proof: Buffer; content: Buffer } => ({
  proof: keyFor('proof', master, start).subarray(0, proofBytes),
  content: keyFor('content', master, start),
})

/** The header of a new file, the key of its content, and the passphrase's own key. */
export async function newHeader(
  passphrase: string,
  derivation: Derivation,
): Promise<{ header: Buffer; key: Buffer; master: Buffer }> {
  const header = Buffer.alloc(headerBytes)
  magic.copy(header)
  header.writeUInt32BE(version, versionAt)
  header.writeUInt32BE(derivation.cost, costAt)
  header.writeUInt32BE(derivation.blockSize, blockSizeAt)
  header.writeUInt32BE(derivation.parallelization, parallelAt)
  Buffer.from(derivation.salt, 'base64').copy(header, saltAt)
  const master = await deriveKey(passphrase, derivation)
  const { proof, content } = keysOf(master, header.subarray(0, proofAt))
  proof.copy(header, proofAt)
  sumOf(header).copy(header, sumAt)
  return { header, key: content, master }
}

/** How the key of a file is derived. Throws `RefusedFile` if it isn't a file of this version. */
export function readHeader(header: Buffer): Derivation {
  if (!header.subarray(0, magic.length).equals(magic)) throw new RefusedFile('not-a-backup')
  if (header.length < headerBytes) throw new RefusedFile('damaged')
  if (header.readUInt32BE(versionAt) > version) throw new RefusedFile('newer')
  if (!sumOf(header).equals(header.subarray(sumAt))) throw new RefusedFile('damaged')
  const parsed = derivationSchema.safeParse({
    kdf: 'scrypt',
    cost: header.readUInt32BE(costAt),
    blockSize: header.readUInt32BE(blockSizeAt),
    parallelization: header.readUInt32BE(parallelAt),
    salt: header.subarray(saltAt, proofAt).toString('base64'),
  })
  if (!parsed.success || header.readUInt32BE(versionAt) !== version)
    throw new RefusedFile('damaged')
  return parsed.data
}

/** The key of the content. Throws `RefusedFile` if the passphrase is another one. */
export function contentKey(header: Buffer, master: Buffer): Buffer {
  const { proof, content } = keysOf(master, header.subarray(0, proofAt))
  if (!timingSafeEqual(proof, header.subarray(proofAt, sumAt)))
    throw new RefusedFile('wrong-passphrase')
  return content
}
