import { oneLine } from '../terminal-text.ts'

/** In the place of what must not be seen. */
export const masked = '[…]'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** So much of a secret's start gives it away, whatever follows. */
const notificationStart = 8
/** A shorter id is a word that may stand anywhere. */
const shortestId = 5

const patterns = [
  /** E-mail addresses, also as they stand in an address. */
  /[^\s"'<>(),;:@]+(?:@|%40)[^\s"'<>(),;@]+/gi,
  /** Telephone numbers, cards: seven digits or more, however they are set apart. */
  /\+?\d(?:[\s().\-/]{0,2}\d){6,}/g,
  /** Ids and tokens: long words with digits in them. */
  /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{12,}/gi,
]

/** A text without the secrets given, each from its first 8 characters on. */
export function hideSecrets(secrets: readonly (string | null)[]): (text: string) => string {
  const starts = secrets
    .filter((secret) => secret !== null && secret !== '')
    .map((secret) => new RegExp(`${escaped((secret ?? '').slice(0, notificationStart))}\\S*`, 'gi'))
  return (text) => starts.reduce((left, start) => left.replace(start, masked), text)
}

/**
 * The platform's words without what must not be seen: the secrets given, `ids`, e-mail addresses, numbers like telephones and long ids.
 */
export function createMask(
  secrets: readonly (string | null)[],
  ids: () => Iterable<string> = () => [],
): (message: string) => string {
  const hide = hideSecrets(secrets)
  return (message) => {
    let text = hide(oneLine(message))
    for (const id of ids()) if (id.length >= shortestId) text = text.replaceAll(id, masked)
    for (const pattern of patterns) text = text.replace(pattern, masked)
    return text
  }
}
