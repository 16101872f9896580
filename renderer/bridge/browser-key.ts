import {
  browserMessages,
  hostMessages,
  keyAlgorithm,
  keyPlace,
  signatureAlgorithm,
} from '#contract/web-door.ts'

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no storage'))
  })

/** The key pair that the door's page made for this browser; null if it has no access yet. */
export async function readBrowserKey(): Promise<CryptoKeyPair | null> {
  try {
    const opening = indexedDB.open(keyPlace.database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(keyPlace.store)
    const database = await done(opening)
    const store = database.transaction(keyPlace.store).objectStore(keyPlace.store)
    const found = (await done(store.get(keyPlace.name))) as CryptoKeyPair | undefined
    database.close()
    return found ?? null
  } catch {
    return null
  }
}

export const toText = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )

export const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export const randomLetters = (): string => toText(crypto.getRandomValues(new Uint8Array(24)))

/** `<public key>.<challenge>.<signature>` */
export async function signChallenge(pair: CryptoKeyPair, challenge: string): Promise<string> {
  const [raw, signature] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.sign(signatureAlgorithm, pair.privateKey, encode(browserMessages(challenge))),
  ])
  return `${toText(raw)}.${challenge}.${toText(signature)}`
}

/** Whether the sender of a challenge has the private half of the host's key. */
export async function isFromHost(
  { challenge, proof }: { challenge: string; proof: string },
  asked: string,
  hostKey: string,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', toBytes(hostKey), keyAlgorithm, false, [
    'verify',
  ])
  const bytes = encode(hostMessages(asked, challenge))
  return crypto.subtle.verify(signatureAlgorithm, key, toBytes(proof), bytes)
}
