import { z } from 'zod'
import { maxRelayFile } from '../shared/text-file-limits.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import { isUnencrypted } from '../shared/unencrypted.ts'

const id = z.string().min(1).max(100)

/** The address of a relay, `https://…`; without TLS only on this machine. */
export const relayAddress = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .refine((address) => !isUnencrypted(address), { error: 'is not encrypted: use https://' })

/**
 * What lets one store fetch its events from its chain's relay. It is a secret: with it, others can
 * read the store's orders until it is revoked. `kitchen-pass-relay store add` makes it.
 */
const relayFileSchema = z.strictObject({
  kind: z.literal('kitchen-pass-relay'),
  version: z.literal(2),
  /** The store tries the next one if one doesn't answer. */
  servers: z.array(relayAddress).min(1).max(16),
  websiteId: id,
  storeId: id,
  /** As the chain calls it; empty if it has no name. */
  storeName: z.string().max(200).default(''),
  /** 32 random bytes, base64url. The relay knows its hash. */
  token: z.string().regex(/^[\w-]{43}$/),
  /** The public key (Ed25519, base64url) of whoever may give this store instructions. */
  signer: z.string().regex(/^[\w-]{43}$/),
})
export type RelayFile = z.infer<typeof relayFileSchema>

/** Reads such a file. Fails with `bad-input`; `detail` names the field and never its value. */
export function readRelayFile(text: string): Result<RelayFile> {
  if (text.length > maxRelayFile) return fail('bad-input', 'too long')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return fail('bad-input', 'not JSON')
  }
  const read = relayFileSchema.safeParse(json)
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  return fail('bad-input', issue === undefined ? 'unreadable' : issue.path.join('.') || 'kind')
}
