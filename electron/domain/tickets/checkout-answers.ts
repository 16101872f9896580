import {
  isReference,
  isTechnical,
  termsOfName,
  withoutContacts,
} from '#contract/shared/human-text.ts'
import { factName } from '#contract/tickets/fact-name.ts'
import type { Fact } from '#contract/tickets/ticket-detail.ts'

/** A machine's value: a reference, or one that its field's name calls an id or an address. */
export const isMachineValue = ({ name, value }: Fact): boolean =>
  isReference(value) || /^(id|ids|uuid|guid|url|uri|ip)$/.test(termsOfName(name).at(-1) ?? '')

/** Words in names of fields that a program fills in, or that concern money or a person. */
const machineTerms = new Set(
  `utm campaign referrer referer tracking analytics experiment session cart checkout device browser platform client
  sdk app web os agent version build test debug sandbox locale lang language currency timezone timezones tz lat lng
  lon latitude longitude coordinates channel source origin medium store website company brand tenant status state
  type kind code ref reference marketing newsletter consent terms privacy subscribe verified valid price prices total
  subtotal tip tips discount fee tax cash change card phone tel telephone mobile mail email rut dni cpf nif document
  documento telefono celular correo birthday`.split(/\s+/),
)
/** The beginning of the name of a program's flag: `isWeb`, `acceptsTerms`. */
const flagStart =
  /^(is|has|was|did|can|should|use|uses|enable|enabled|accept|accepts|allow|allows|show|skip|send)$/
const isTrue = (text: string): boolean => /^true$/i.test(text)
const isFalse = (text: string): boolean => /^false$/i.test(text)
/** A count, a table: no instant, no position on a map. */
const smallNumber = /^\d{1,4}(?:[.,]\d{1,2})?$/
/** A word that only programs write: `oneTime`, `NO_TIP`. */
const machineWord = /^(?=\S+$)(?:.*_.*|\p{Ll}+\p{Lu}\S*)$/u

/** No person writes a word of so many signs. */
const endlessWord = /\S{41}/u

/** A longer answer is cut on the card; the details have all of it. */
const longest = 240

/**
 * An answer of the checkout as a card shows it: "People: 8". A yes is the name alone: "Cutlery",
 * "No cutlery". Null for what a machine wrote.
 */
export function answerText(fact: Fact): string | null {
  const { name, value } = fact
  const terms = termsOfName(name)
  if (isMachineValue(fact) || terms.some((term) => machineTerms.has(term))) return null
  const shown = factName(name)
  if (isTrue(value) || isFalse(value)) {
    const last = termsOfName(name.split('.').at(-1) ?? '')
    if (flagStart.test(last[0] ?? '')) return null
    if (isTrue(value)) return shown
    return /^(no|not|without|sin|sem)$/.test(last[0] ?? '') ? null : `${shown}: no`
  }
  if (endlessWord.test(value)) return null
  if (!smallNumber.test(value) && (isTechnical(value) || machineWord.test(value))) return null
  const letters = Array.from(withoutContacts(value))
  const text =
    letters.length > longest ? `${letters.slice(0, longest).join('')}…` : letters.join('')
  return `${shown}: ${text}`
}

/** Whether the texts of a card have all of an answer: it is not cut, and has no contact. */
export function isWhole(fact: Fact, shown: ReadonlySet<string>): boolean {
  const text = answerText(fact)
  if (text === null || !shown.has(text)) return false
  return isTrue(fact.value) || isFalse(fact.value) || text.endsWith(fact.value)
}
