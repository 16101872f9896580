import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Draft, Reservation } from '#contract/reservations/reservations.ts'
import { whenGoing } from '../../bridge/going.ts'
import { useBridge } from '../../bridge/key.ts'
import { timeOfDay } from '../../clock/times.ts'
import { useScreens } from '../../state/screens.ts'
import { dayOf } from '../days.ts'

export const emptyDraft = (day: string): Draft => ({
  partySize: '',
  day,
  time: '',
  name: '',
  phone: '',
  email: '',
  occasion: null,
  sectorId: null,
  tableIds: [],
  requests: '',
  allergies: '',
  clientId: null,
  durationMinutes: null,
})

/** One that is in the book, as it would have been typed. */
export function draftOf(reservation: Reservation, timeZone: string | undefined): Draft {
  const { startsAt, partySize, firstName, lastName, tableIds, ...others } = reservation
  const { phone, email, occasion, sectorId, requests, allergies, clientId } = others
  return {
    partySize: String(partySize),
    day: dayOf(Date.parse(startsAt), timeZone),
    time: timeOfDay(startsAt, 'en', timeZone),
    name: `${firstName} ${lastName}`.trim(),
    ...{ phone, email, occasion, sectorId, requests, allergies, clientId },
    tableIds: [...tableIds],
    durationMinutes: others.durationMinutes,
  }
}

/** By the reservation that is being changed, the fields that were; of a new one, which is null, all. */
type Drafts = ReadonlyMap<string | null, Partial<Draft>>

/**
 * What was typed on this screen and not taken down yet. The host keeps it, over another room, a reload and a restart; the
 * browser's own storage has nothing of a guest.
 */
export const useReservationDrafts = defineStore('reservationDrafts', () => {
  const bridge = useBridge()
  const screens = useScreens()
  const drafts = shallowRef<Drafts>(new Map())
  const isRead = shallowRef(false)
  /** What the host has not taken yet: the last of each. */
  const unsent = new Map<string | null, Partial<Draft> | null>()
  let isSending = false
  let typed = 0
  let taken = 0

  function put(id: string | null, draft: Partial<Draft> | null): void {
    const next = new Map(drafts.value)
    if (draft === null) next.delete(id)
    else next.set(id, draft)
    drafts.value = next
  }

  const tell = ([reservationId, draft]: [string | null, Partial<Draft> | null]) =>
    bridge.call('reservations.keepDraft', { reservationId, draft })

  /** One at a time, so that none overtakes another. What could not be sent goes along with the next. */
  async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    let begun: number
    do {
      begun = typed
      for (const one of [...unsent]) {
        const answer = await tell(one)
        if (!answer.ok) continue
        const [reservationId, draft] = one
        taken++
        if (unsent.get(reservationId) === draft) unsent.delete(reservationId)
      }
    } while (begun !== typed)
    isSending = false
  }

  function keep(id: string | null, draft: Partial<Draft> | null): void {
    typed++
    put(id, draft)
    unsent.delete(id)
    unsent.set(id, draft)
    void send()
  }

  async function read(): Promise<void> {
    const before = typed + taken
    const answer = await bridge.call('reservations.drafts', {})
    // What was typed or kept meanwhile is newer than what was read.
    if (before !== typed + taken) return read()
    if (answer.ok)
      drafts.value = new Map(answer.value.map(({ reservationId, draft }) => [reservationId, draft]))
    for (const [id, draft] of unsent) put(id, draft)
    isRead.value = true
  }

  function forget(): void {
    unsent.clear()
    drafts.value = new Map()
  }

  whenGoing(() => {
    for (const one of unsent) void tell(one)
  })
  bridge.onEvent((event) => {
    if (event.type === 'host.replaced') {
      forget()
      isRead.value = false
    }
    // With no day named, drafts may have been forgotten as well.
    const isAll = event.type === 'reservations.changed' && event.days.length === 0
    if (!isRead.value || !(isAll || event.type === 'events.missed')) return
    // To ask what a screen of the kitchen may not would ask for a PIN.
    if (screens.role === 'kitchen') {
      forget()
      return
    }
    void send()
    void read()
  })

  return {
    isRead,
    of: (id: string | null): Partial<Draft> | undefined => drafts.value.get(id),
    keep,
    discard(id: string | null): void {
      if (drafts.value.has(id) || unsent.has(id)) keep(id, null)
    },
    read,
  }
})
