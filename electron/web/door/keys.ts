import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashTokens, isBearer } from '#host/feeds/request-guard.ts'
import { webLog } from '../log.ts'

/** A public key of P-256 as browsers export it raw: 0x04, x and y, 65 bytes in base64url. */
const publicKeyShape = /^B[\w-]{86}$/

/** Whether a text has the shape of a browser's public key. */
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

/** Whether `signature`, 64 bytes in base64url as WebCrypto makes them, is one of `words` by this key. */
export const isSigned = (content: string, signature: string, key: KeyObject): boolean =>
  verify(
    'sha256',
    Buffer.from(content),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )

export const signText = (content: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')

/** Replaces a file of the door, its owner's alone. A full disk keeps nobody out: what cannot be written holds until this process ends. */
export function keepFile(path: string, text: string): void {
  try {
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  } catch (cause) {
    webLog.warn('not written at the door', { path, cause: String(cause) })
  }
}

/**
 * By which an open page knows its own host again, before it says anything to whoever has the address now. The same over
 * restarts (`web-identity.pem`); one that cannot be read is made anew, and open pages are to be loaded again.
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
    /** Whether it has signed this, in this start or one before. */
    hasSigned: (content: string, signature: string) => isSigned(content, signature, publicKey),
  }
}

/** Where the key for scripts lies while a web shell runs on that data. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'web-key')

const newKey = (): string => randomBytes(32).toString('base64url')

/** The keys of this start. */
export function createDoorKey(dataDir: string) {
  const file = keyFileIn(dataDir)
  const key = newKey()
  const invitation = newKey()
  const keys = hashTokens(key)
  let unused = hashTokens(invitation)
  keepFile(file, `${key}\n`)

  return {
    /** For the address that a person opens: lets one browser in, once. */
    invitation,
    /** The file with the key for scripts and for further browsers; readable by its owner alone. */
    file,
    /** Whether an `Authorization` header carries the key for scripts. */
    isScript: (authorization: string | undefined) => isBearer(authorization, keys),
    /** Whether it carries a key that lets a browser in. An invitation is used up by this. */
    takes(authorization: string | undefined) {
      if (isBearer(authorization, keys)) return true
      if (!isBearer(authorization, unused)) return false
      unused = []
      return true
    },
    close() {
      rmSync(file, { force: true })
    },
  }
}
