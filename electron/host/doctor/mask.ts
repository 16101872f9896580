import { oneLine } from '../log/terminal-text.ts'

/** Replaces hidden text. */
export const masked = '[…]'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** This many characters of a secret's start already reveal it. */
const revealingLength = 8
/** A shorter id could be an ordinary word. */
const minId = 5

const patterns = [
  /** E-mail addresses, also inside an address. */
  /[^\s"'<>(),;:@]+(?:@|%40)[^\s"'<>(),;@]+/gi,
  /** Phone and card numbers: seven digits or more, with any separators. */
  /\+?\d(?:[\s().\-/]{0,2}\d){6,}/g,
  /** Ids and tokens: long words with digits. */
  /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{12,}/gi,
]

/** Hides the given secrets in a text, from their first 8 characters on. */
export function hideSecrets(secrets: readonly (string | null)[]): (text: string) => string {
  const starts = secrets
    .filter((secret) => secret !== null && secret !== '')
    .map((secret) => new RegExp(`${escaped((secret ?? '').slice(0, revealingLength))}\\S*`, 'gi'))
  return (text) => starts.reduce((left, start) => left.replace(start, masked), text)
}

/**
 * Hides secrets, `ids`, e-mail addresses, phone-like numbers and long ids in the platform's
 * messages.
 */
export class Mask {
  readonly #hideSecrets: (text: string) => string
  readonly #ids: Iterable<string>

  /** `ids` may grow later. */
  constructor(secrets: readonly (string | null)[], ids: Iterable<string> = []) {
    this.#hideSecrets = hideSecrets(secrets)
    this.#ids = ids
  }

  hide(message: string): string {
    let text = this.#hideSecrets(oneLine(message))
    for (const id of this.#ids) if (id.length >= minId) text = text.replaceAll(id, masked)
    for (const pattern of patterns) text = text.replace(pattern, masked)
    return text
  }
}
