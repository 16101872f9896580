import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Bridge } from '#contract/bridge.ts'
import type { Draft } from '#contract/reservations/reservations.ts'
import { useBridge } from '../../bridge/key.ts'
import { ofClient, ofReservations } from './matches.ts'

type Person = Pick<Draft, 'name' | 'phone' | 'email' | 'clientId' | 'allergies'>

const digits = (text: string) => text.replaceAll(/\D/g, '')
const isPhone = (text: string) => /^\+?[\d\s().-]{6,}$/.test(text)

async function clientOf(bridge: Bridge, clientId: string): Promise<Person | null> {
  const answer = await bridge.call('guests.get', { clientId })
  if (!answer.ok) return null
  const { fullName, firstName, lastName, phone, email, allergies } = answer.value
  const name = fullName ?? `${firstName ?? ''} ${lastName ?? ''}`.trim()
  return { name, phone: phone ?? '', email: email ?? '', clientId, allergies }
}

/** The client with this phone, or else who reserved with it. */
async function guestOf(bridge: Bridge, phone: string): Promise<Person> {
  const [clients, reservations] = await Promise.all([
    bridge.call('guests.list', { text: phone, page: 1 }),
    bridge.call('reservations.search', { text: phone }),
  ])
  const people = [
    ...(clients.ok ? clients.value.guests.map(ofClient) : []),
    ...(reservations.ok ? reservations.value.map(ofReservations) : []),
  ]
  const guest = people.find((one) => digits(one.phone).endsWith(digits(phone)))
  const { name = '', email = '', clientId = null, allergies = '' } = guest ?? {}
  return { name, phone: guest?.phone ?? phone, email, clientId, allergies }
}

/**
 * Fills in the guest that another room books a table for: the address has their id or their phone
 * as `guest`, once.
 */
export function useAskedGuest(fill: (guest: Person) => void): void {
  const route = useRoute()
  const router = useRouter()
  const bridge = useBridge()
  watch(
    () => route.query['guest'],
    async (asked) => {
      if (typeof asked !== 'string' || asked === '') return
      const { guest: _guest, ...query } = route.query
      await router.replace({ path: route.path, query })
      const guest = isPhone(asked) ? await guestOf(bridge, asked) : await clientOf(bridge, asked)
      if (guest !== null) fill(guest)
    },
    { immediate: true },
  )
}
