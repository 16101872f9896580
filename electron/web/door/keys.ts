import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '#host/db/files.ts'
import { hashTokens, isBearer } from '#host/feeds/request-guard.ts'
import { webLog } from '../log.ts'

/** A raw P-256 public key as browsers export it: 0x04, x and y, 65 bytes in base64url. */
const publicKeyShape = /^B[\w-]{86}$/

export const isPublicKey = (text: string): boolean => publicKeyShape.test(text)

/** Null for a text that is no point on the curve. */
export function readPublicKey(raw: string): KeyObject | null {
  if (!isPublicKey(raw)) return null
  const bytes = Buffer.from(raw, 'base64url')
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)]
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return null
  }
}

export function writePublicKey(key: KeyObject): string {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return Buffer.concat(point).toString('base64url')
}

/**
 * Whether `signature`, 64 bytes in base64url as from WebCrypto, is this key's signature of `content`.
 */
export const isSigned = (content: string, signature: string, key: KeyObject): boolean =>
  verify(
    'sha256',
    Buffer.from(content),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )

export const signText = (content: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')

/**
 * Replaces a file of the door, readable only by its owner. A full disk locks nobody out: what can't
 * be written applies until this process ends.
 */
export function keepFile(path: string, text: string): void {
  try {
    replaceFile(path, text)
  } catch (cause) {
    webLog.warn('not written at the door', { path, cause: String(cause) })
  }
}

/**
 * With it an open page recognises its host, before it sends anything to the program at the address.
 * The same across restarts (`web-identity.pem`); an unreadable one is replaced, and open pages must
 * be reloaded.
 */
export function readHostKey(dataDir: string) {
  const file = join(dataDir, 'web-identity.pem')
  const key = read() ?? make()
  const publicKey = createPublicKey(key)

  function read(): KeyObject | null {
    try {
      const stored = createPrivateKey(readFileSync(file))
      return stored.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? stored : null
    } catch {
      return null
    }
  }

  function make(): KeyObject {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    keepFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }) as string)
    return privateKey
  }

  return {
    publicKey: writePublicKey(publicKey),
    sign: (content: string) => signText(content, key),
    /** Whether it signed this, in this start or an earlier one. */
    hasSigned: (content: string, signature: string) => isSigned(content, signature, publicKey),
  }
}

export type HostKey = ReturnType<typeof readHostKey>

/** Where the key for scripts is while a web shell runs on that data. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'web-key')

/** Where that web shell's port is. */
export const portFileIn = (dataDir: string): string => join(dataDir, 'web-port')

const newKey = (): string => randomBytes(32).toString('base64url')

/**
 * The keys of this start, and for programs of this computer the port where the one for scripts is
 * right: nobody else has that port while this runs, and later the key is worth nothing.
 */
export function createDoorKey(dataDir: string, port: number) {
  const file = keyFileIn(dataDir)
  const key = newKey()
  const invitation = newKey()
  const keys = hashTokens(key)
  let unused = hashTokens(invitation)
  const portFile = portFileIn(dataDir)
  keepFile(portFile, `${String(port)}\n`)
  keepFile(file, `${key}\n`)

  return {
    /** For the address that people open: gives access to one browser, once. */
    invitation,
    /** The file with the key for scripts and further browsers, readable only by its owner. */
    file,
    /** Whether an `Authorization` header has the key for scripts. */
    isScript: (authorization: string | undefined) => isBearer(authorization, keys),
    /** Whether it has a key that gives a browser access. An invitation is used up by this. */
    takes(authorization: string | undefined) {
      if (isBearer(authorization, keys)) return true
      if (!isBearer(authorization, unused)) return false
      unused = []
      return true
    },
    close() {
      for (const each of [file, portFile]) rmSync(each, { force: true })
    },
  }
}
