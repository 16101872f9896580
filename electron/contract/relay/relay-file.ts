import { z } from 'zod'
import { longestRelayFile } from '../text-file-limits.ts'
import { fail, ok, type Result } from '../result.ts'
import { isUnencrypted } from '../unencrypted.ts'

const id = z.string().min(1).max(100)

const server = z
  .url({ protocol: /^(tls|wss|nats|ws)$/ })
  .max(300)
  .refine((address) => !isUnencrypted(address), { error: 'is not encrypted: use tls:// or wss://' })

/**
 * What lets one store fetch its events from its chain's relay. It is a secret: with it, others can
 * read the store's orders until it is revoked. `kitchen-pass-relay store add` makes it.
 */
const relayFileSchema = z.strictObject({
  kind: z.literal('kitchen-pass-relay'),
  version: z.literal(1),
  /** Of NATS, `tls://…` or `wss://…`; without TLS only on this machine. The client tries all. */
  servers: z.array(server).min(1).max(16),
  websiteId: id,
  storeId: id,
  /** As the chain calls it; empty if it has no name. */
  storeName: z.string().max(200).default(''),
  /** The user's JWT and the seed of its key. */
  user: z.string().regex(/^[\w.-]{1,8192}$/),
  seed: z.string().regex(/^SU[A-Z2-7]{40,80}$/),
  /** The public key (Ed25519, base64url) of whoever may give this store instructions. */
  signer: z.string().regex(/^[\w-]{43}$/),
  /** The authority of the servers' certificates, PEM; absent if a public one issued them. */
  authority: z.string().max(16_384).optional(),
})
export type RelayFile = z.infer<typeof relayFileSchema>

/** Reads such a file. Fails with `bad-input`; `detail` names the field and never its value. */
export function readRelayFile(text: string): Result<RelayFile> {
  if (text.length > longestRelayFile) return fail('bad-input', 'too long')
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
