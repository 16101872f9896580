import { expect, test } from 'vitest'
import { anyBody, keyAlgorithm, requestMessages, signatureAlgorithm } from '#contract/web-door.ts'
import { toBytes } from './browser-key.ts'
import { createProofs } from './proofs.ts'

/** A page's proofs, and what they say if the browser's key has signed them for a request. */
async function open() {
  const pair = await crypto.subtle.generateKey(keyAlgorithm, false, ['sign', 'verify'])
  async function read(proof: string | null, method = 'POST', url = '/call') {
    const [digits = '', bodyHash = '', signature = ''] = proof?.split('.') ?? []
    const number = Number(digits)
    const isSigned = await crypto.subtle.verify(
      signatureAlgorithm,
      pair.publicKey,
      toBytes(signature),
      new TextEncoder().encode(requestMessages('session', { number, method, url, bodyHash })),
    )
    return isSigned ? { number, bodyHash } : null
  }
  return { page: createProofs(pair, 'session'), read }
}

test('a request is signed with its number, method, address and the hash of its body', async () => {
  const { page, read } = await open()
  const proof = await page.prove('POST', '/call', '{}')
  const bodyHash = 'RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o'
  expect(await read(proof)).toEqual({ number: 1, bodyHash })
  expect(await read(proof, 'GET')).toBeNull()
  expect(await read(proof, 'POST', '/first')).toBeNull()
})

test('no two requests have the same number', async () => {
  const { page, read } = await open()
  const proofs = await Promise.all(
    Array.from({ length: 20 }, () => page.prove('GET', '/events', '')),
  )
  const numbers = await Promise.all(
    proofs.map(async (proof) => (await read(proof, 'GET', '/events'))?.number),
  )
  expect(new Set(numbers).size).toBe(20)
})

test('the last call of an unloading page has a proof that is ready, once, and never an old one', async () => {
  const { page, read } = await open()
  expect(page.takeSpare()).toBeNull()
  await page.prove('POST', '/call', '{}')
  let spare: string | null = null
  await expect.poll(() => (spare = page.takeSpare())).not.toBeNull()
  expect(page.takeSpare()).toBeNull()
  expect(await read(spare)).toMatchObject({ bodyHash: anyBody })
  let last = 0
  for (let each = 0; each < 300; each++)
    last = (await read(await page.prove('POST', '/call', '')))?.number ?? 0
  // The host counts those as old that 256 others have overtaken.
  expect(last - ((await read(page.takeSpare()))?.number ?? 0)).toBeLessThan(128)
})
