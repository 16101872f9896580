import { computed, shallowRef, watch } from 'vue'
import type { Draft } from '#contract/reservations/reservations.ts'
import { useSettled } from '../../clock/use-settled.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { ofReservations, ofClient, rankMatches, type Match } from './matches.ts'

const minLetters = 2

/**
 * Finds the guest on the telephone by the typed name or phone, among the clients of the points
 * program and earlier reservations.
 */
export function useGuest(values: Draft, type: (typed: Partial<Draft>) => void, chosen: () => void) {
  const asking = shallowRef<'name' | 'phone' | null>(null)
  const searchText = useSettled(
    computed(() => (asking.value === null ? '' : values[asking.value].slice(0, 80))),
  )
  const asked = computed(() =>
    searchText.value.length < minLetters ? null : { text: searchText.value },
  )
  const reservations = useHostQuery('reservations.search', asked)
  const clients = useHostQuery('guests.list', () => asked.value && { ...asked.value, page: 1 })

  const matches = computed<readonly Match[]>((before) => {
    if (asked.value === null) return []
    // The intake works without either answer. The reservations are local, but the platform may be
    // slow or unreachable.
    if (reservations.data.value === null && clients.data.value === null) return before ?? []
    return rankMatches(
      asked.value.text,
      (reservations.data.value ?? []).map(ofReservations),
      (clients.data.value?.guests ?? []).map(ofClient),
    )
  })

  const { data: guest } = useHostQuery('guests.get', () =>
    values.clientId === null ? null : { clientId: values.clientId },
  )
  watch(
    () => guest.value?.clientId,
    () => {
      const allergies = guest.value?.allergies ?? ''
      if (values.allergies === '' && allergies !== '') type({ allergies })
    },
  )

  const forget = () => void (asking.value = null)
  return {
    guest,
    matchesOf: (field: 'name' | 'phone') => (asking.value === field ? matches.value : []),
    look(from: 'name' | 'phone'): void {
      asking.value = from
      // Another name means another guest.
      if (values.clientId !== null) type({ clientId: null })
    },
    choose({ name, phone, email, clientId, allergies }: Match): void {
      type({ name, phone, email, clientId, allergies: values.allergies || allergies })
      forget()
      chosen()
    },
    forget,
  }
}
