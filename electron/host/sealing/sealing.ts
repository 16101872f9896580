import { createCipheriv, createDecipheriv, randomBytes, scrypt, scryptSync } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { fullScryptCosts, minCost, maxCost } from './scrypt-costs.ts'

/** Bytes as base64 in the one form that an encoder writes: no two texts mean the same bytes. */
const bytes = (count?: number) =>
  z.string().refine((text) => {
    const decoded = Buffer.from(text, 'base64')
    return decoded.toString('base64') === text && (count ?? decoded.length) === decoded.length
  })

const blockSize = 8
const maxMemory = 2 * 128 * maxCost * blockSize

/** How the passphrase becomes a key (scrypt, RFC 7914). */
const derivation = {
  kdf: z.literal('scrypt'),
  cost: z.int().min(minCost).max(maxCost).refine(isPowerOfTwo),
  blockSize: z.literal(blockSize),
  parallelization: z.int().min(1).max(4),
  salt: bytes(16),
}

export const sealedSchema = z.strictObject({
  ...derivation,
  cipher: z.literal('aes-256-gcm'),
  nonce: bytes(12),
  tag: bytes(16),
  content: bytes(),
})
export type Sealed = z.infer<typeof sealedSchema>
export const derivationSchema = z.strictObject(derivation)
export type Derivation = z.infer<typeof derivationSchema>

function isPowerOfTwo(number: number): boolean {
  return Number.isInteger(Math.log2(number))
}

export const newDerivation = (cost = fullScryptCosts.passphrase): Derivation => ({
  kdf: 'scrypt',
  cost,
  blockSize,
  parallelization: 1,
  salt: randomBytes(16).toString('base64'),
})

/** What scrypt is asked. The same passphrase may be typed with letters that are composed in another way. */
const scryptInput = (passphrase: string, from: Derivation) =>
  [
    passphrase.normalize('NFKC'),
    Buffer.from(from.salt, 'base64'),
    32,
    { N: from.cost, r: from.blockSize, p: from.parallelization, maxmem: maxMemory },
  ] as const

const scryptLater = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** The key of a passphrase, without blocking the event loop. */
export const deriveKey = (passphrase: string, from: Derivation): Promise<Buffer> =>
  scryptLater(...scryptInput(passphrase, from))

/** What a key is derived from, and the text of it that the seal covers. */
interface Header {
  from: Derivation
  text: string
}

function headerOf({ kdf, cost, blockSize: size, parallelization, salt }: Derivation): Header {
  const from = { kdf, cost, blockSize: size, parallelization, salt }
  return { from, text: JSON.stringify(from) }
}

/** Seals texts with a passphrase: who changes a byte of the result can't have it opened. */
export class Sealing {
  readonly #passphrase: string
  readonly #cost: number
  /** The last key; each file has its own salt, so there is rarely a second. */
  #last: { header: Header; key: Buffer } | null = null

  constructor(passphrase: string, cost = fullScryptCosts.passphrase) {
    this.#passphrase = passphrase
    this.#cost = cost
  }

  /**
   * Derives the key in another thread, so that a later `open` of `sealed`, or `seal` without it,
   * takes no time.
   */
  async prepare(sealed: Derivation = newDerivation(this.#cost)): Promise<void> {
    const header = headerOf(sealed)
    this.#last = { header, key: await deriveKey(this.#passphrase, header.from) }
  }

  seal(text: string): Sealed {
    const { header, key } = this.#last ?? this.#keyOf(newDerivation(this.#cost))
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header.text))
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return {
      ...header.from,
      cipher: 'aes-256-gcm',
      nonce: nonce.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      content: content.toString('base64'),
    }
  }

  /** Null with another passphrase, or if anything was changed: nothing tells the two apart. */
  open(sealed: Sealed): string | null {
    const { header, key } = this.#keyOf(sealed)
    const [nonce, tag, content] = [sealed.nonce, sealed.tag, sealed.content].map((text) =>
      Buffer.from(text, 'base64'),
    ) as [Buffer, Buffer, Buffer]
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    decipher.setAAD(Buffer.from(header.text)).setAuthTag(tag)
    try {
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }

  #keyOf(derivation: Derivation): { header: Header; key: Buffer } {
    const header = headerOf(derivation)
    if (this.#last?.header.text === header.text) return this.#last
    const key = scryptSync(...scryptInput(this.#passphrase, header.from))
    this.#last = { header, key }
    return this.#last
  }
}
