import type { ConnectionView } from '#contract/connection/connection.ts'
import { say } from './messages.ts'

type Vault = ConnectionView['vault']

/** What the page about storing the access key is called in the help. */
export const keyHelpPage = 'it/access-key'

/** Says below the field of an access key where it is stored, or that it isn't. */
export function keyHint({ reason, place }: Vault): string {
  // The desktop app takes no key that it can't store.
  if (reason === 'basic-text' || reason === 'unavailable') return say(`vault.${reason}`)
  return reason !== null || place === 'memory' ? say('stored.nowhere') : say(`stored.${place}`)
}
