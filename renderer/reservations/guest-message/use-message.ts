import { computed, shallowRef } from 'vue'
import type { GuestMessageKind } from '#contract/reservations/fields.ts'
import type { GuestTexts, Reservation } from '#contract/reservations/reservations.ts'
import type { Language } from '#contract/shared/languages.ts'
import { language as screenLanguage } from '../../locales/i18n.ts'
import { fillText, textFor } from '../../state/guest-messages/message-text.ts'
import { messageValues } from '../../state/guest-messages/message-values.ts'
import { useStatus } from '../../state/health/status.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { usePreferences } from '../../state/preferences.ts'

const usualMinutes = [5, 10, 15, 20, 30]

/**
 * A message to a guest as it is written: the prepared text of a kind in the guest's language, or
 * what a person made of it. Each kind and language keeps what was typed until the dialog closes.
 */
export function useMessage(reservation: () => Reservation, first: GuestMessageKind) {
  const status = useStatus()
  const own = usePreferences()
  const { data, error } = useHostQuery('reservations.guestTexts', {})
  const kind = shallowRef(first)
  const typed = shallowRef<ReadonlyMap<string, string>>(new Map())
  const language = computed<Language>(() => own.preferences.guestLanguage ?? screenLanguage())
  /** Null until they are read. Without an answer the default texts have to do. */
  const ownTexts = computed<GuestTexts | null>(() => data.value ?? (error.value ? [] : null))

  const template = computed(() => textFor(ownTexts.value ?? [], kind.value, language.value))
  const saysMinutes = computed(() => template.value.includes('{minutes}'))
  const { data: estimate } = useHostQuery('reservations.estimate', () =>
    saysMinutes.value ? { partySize: reservation().partySize } : null,
  )
  const chosen = shallowRef<number | null>(null)
  const expected = computed(() => Math.max(5, estimate.value?.minutes ?? 10))
  const minutes = computed(() => chosen.value ?? expected.value)

  const key = computed(() => `${kind.value} ${language.value}`)
  const prepared = computed(() =>
    fillText(
      template.value,
      messageValues(reservation(), minutes.value, language.value, status.status?.store),
    ),
  )

  function type(text: string | null): void {
    const next = new Map(typed.value)
    if (text === null) next.delete(key.value)
    else next.set(key.value, text)
    typed.value = next
  }

  return {
    kind,
    language,
    isReady: computed(() => ownTexts.value !== null),
    speak: (next: Language): void => void own.change({ guestLanguage: next }),
    saysMinutes,
    minutes,
    minuteChoices: computed(() =>
      [...new Set([...usualMinutes, expected.value])].toSorted((one, other) => one - other),
    ),
    wait: (next: number): void => void (chosen.value = next),
    text: computed({ get: () => typed.value.get(key.value) ?? prepared.value, set: type }),
    isTyped: computed(() => typed.value.has(key.value)),
    prepare: (): void => type(null),
  }
}
