import { computed } from 'vue'
import type { GuestTextKey } from '#contract/drafts/drafts.ts'
import { longestGuestText, type GuestMessageKind } from '#contract/reservations/fields.ts'
import type { Language } from '#contract/shared/languages.ts'
import { useLoadedDrafts } from '../../state/drafts.ts'
import {
  defaultText,
  placeholders,
  textFor,
  unknownPlaceholders,
} from '../../state/guest-messages/message-text.ts'
import { useHostCommand } from '../../state/host-command.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { say } from './messages.ts'

const keyOf = (kind: GuestMessageKind, language: Language): GuestTextKey => `${kind}.${language}`
/** The texts are the restaurant's, so they have no id. */
const subject = ''

/** Why a text can't be saved; empty if it can. */
function problemOf(text: string): string {
  const length = text.trim().length
  if (length === 0) return say('guestTexts.empty')
  if (length > longestGuestText)
    return say('guestTexts.tooLong', { n: length, max: longestGuestText })
  const unknown = unknownPlaceholders(text)
  if (unknown.length === 0) return ''
  const fillable = placeholders.map((one) => `{${one}}`).join(', ')
  return say('guestTexts.unknown', { names: unknown.join(', '), fillable })
}

/** The restaurant's texts of messages. What is typed and not saved is a draft of this screen. */
export function useGuestTexts() {
  const drafts = useLoadedDrafts()
  const query = useHostQuery('reservations.guestTexts', {})
  const saving = useHostCommand('reservations.saveGuestTexts', { inPlace: true })
  const own = computed(() => query.data.value ?? [])
  const typed = computed(() => drafts.of('guestTexts', subject) ?? {})

  function type(kind: GuestMessageKind, language: Language, text: string): void {
    const key = keyOf(kind, language)
    const { [key]: _, ...others } = typed.value
    const isSaved = text === textFor(own.value, kind, language)
    const next = isSaved ? others : { ...others, [key]: text }
    if (Object.keys(next).length === 0) drafts.discard('guestTexts', subject)
    else drafts.save('guestTexts', subject, next)
  }

  return {
    isLoaded: computed(() => query.data.value !== null),
    error: computed(() => saving.error.value ?? query.error.value),
    type,
    discard: (kind: GuestMessageKind, language: Language): void =>
      type(kind, language, textFor(own.value, kind, language)),
    /** One text as the screen shows it. */
    of(kind: GuestMessageKind, language: Language) {
      const text = typed.value[keyOf(kind, language)] ?? textFor(own.value, kind, language)
      const isChanged = text !== textFor(own.value, kind, language)
      return {
        text,
        isChanged,
        isDefault: text === defaultText(kind, language),
        problem: isChanged ? problemOf(text) : '',
      }
    },
    async save(kind: GuestMessageKind, language: Language): Promise<void> {
      const sent = typed.value[keyOf(kind, language)]
      if (sent === undefined || problemOf(sent) !== '') return
      const text = sent.trim()
      const others = own.value.filter((one) => one.kind !== kind || one.language !== language)
      const isDefault = text === defaultText(kind, language)
      const texts = isDefault ? others : [...others, { kind, language, text }]
      if ((await saving.run({ texts })) === null) return
      query.take(texts)
      // What was typed meanwhile stays.
      if (typed.value[keyOf(kind, language)] === sent) type(kind, language, text)
    },
  }
}

export type GuestTextEditor = ReturnType<typeof useGuestTexts>
