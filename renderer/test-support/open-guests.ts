import type { App } from 'vue'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type {
  Guest,
  GuestExport,
  GuestList,
  GuestMovements,
  GuestRow,
} from '#contract/guests/guests.ts'
import type { GuestVisits, TonightGuest } from '#contract/guests/visits.ts'
import type { Role } from '#contract/shared/caller.ts'
import type { Job } from '#contract/jobs/jobs.ts'
import { start } from '../app/start.ts'
import { FakeBridge } from './fake-bridge.ts'
import { makeJob } from './make-job.ts'
import { sampleScreens } from './sample-screens.ts'

export const makeRow = (some: Partial<GuestRow> = {}): GuestRow => ({
  clientId: 'cli-1',
  isMember: true,
  name: 'Ana Ñandú',
  phone: '+56911112222',
  phoneShown: '+56 9 1111 2222',
  email: 'ana@example.com',
  ordersCount: 4,
  pointsBalance: 1250,
  lastOrder: '2026-10-03T15:12:30.516Z',
  marketingEmails: true,
  visits: 4,
  lastVisit: '2026-10-03T15:12:30.516Z',
  noShows: 0,
  birthdayMonth: null,
  tags: [],
  ...some,
})

export const makeGuestList = (
  guests: GuestRow[] = [makeRow()],
  some: Partial<GuestList> = {},
): GuestList => ({
  guests,
  page: 1,
  hasMore: false,
  total: guests.length,
  leftOut: 0,
  sorted: 'all',
  statuses: ['active', 'inactive'],
  isFiltered: true,
  ...some,
})

export const makeGuest = (some: Partial<Guest> = {}): Guest => ({
  clientId: 'cli-1',
  isMember: true,
  serviceUserId: 'usr-1',
  firstName: 'Ana',
  lastName: 'Ñandú',
  fullName: 'Ana Ñandú',
  phone: '+56911112222',
  phoneShown: '+56 9 1111 2222',
  phoneToDial: '+56911112222',
  email: 'ana@example.com',
  birthday: '1990-05-17',
  createdAt: '2024-01-02T12:00:00.000Z',
  firstOrderAt: '2024-02-03T12:00:00.000Z',
  lastOrderAt: '2026-10-03T15:12:30.516Z',
  lastLoginAt: null,
  lastOrderAmount: 12_490,
  lastOrderStore: 'Providencia',
  totalOrders: 4,
  balance: 1250,
  blocked: { emails: true, notifications: false, sms: null },
  allergies: '',
  note: '',
  tags: [],
  storedUntil: null,
  unread: [],
  ...some,
})

export const makeTonight = (some: Partial<TonightGuest> = {}): TonightGuest => ({
  reservationId: 'res-1',
  kind: 'booked',
  startsAt: '2026-11-20T23:30:00.000Z',
  partySize: 4,
  tables: ['12'],
  visit: 'expected',
  clientId: 'cli-1',
  name: 'Ana Ñandú',
  phoneShown: '+56 9 1111 2222',
  tags: ['vip'],
  note: 'Mesa junto a la ventana',
  allergies: 'maní',
  visits: 3,
  noShows: 1,
  ...some,
})

const makeVisits = (some: Partial<GuestVisits> = {}): GuestVisits => ({
  latest: [
    {
      reservationId: 'res-9',
      startsAt: '2026-11-13T23:30:00.000Z',
      partySize: 4,
      tables: ['12', '13'],
      visit: 'left',
    },
    {
      reservationId: 'res-8',
      startsAt: '2026-11-06T23:30:00.000Z',
      partySize: 2,
      tables: [],
      visit: 'no-show',
    },
  ],
  visits: 3,
  noShows: 1,
  cancellations: 2,
  ...some,
})

export const makeMovements = (some: Partial<GuestMovements> = {}): GuestMovements => ({
  movements: [
    {
      at: '2026-10-03T15:12:30.516Z',
      amount: 124,
      balance: 1250,
      direction: 'credit',
      origin: 'accumulation',
      orderCode: 'C#1004',
      description: 'Compra en línea',
      expiresAt: '2027-04-01T03:00:00.000Z',
    },
    {
      at: '2026-09-01T15:00:00.000Z',
      amount: 200,
      balance: 1126,
      direction: 'debit',
      origin: 'redemption',
      orderCode: null,
      description: null,
      expiresAt: null,
    },
  ],
  page: 1,
  hasMore: false,
  total: 2,
  leftOut: 0,
  ...some,
})

export const makeExport = (job: Partial<Job> = {}, path: string | null = null): GuestExport => ({
  job: makeJob({
    id: 'exp-1',
    startedBy: 'guests.export',
    state: 'running',
    endedAt: null,
    items: 30_000,
    totalItems: 100_000,
    itemsPerSecond: 1000.4,
    secondsLeft: 70,
    complete: null,
    ...job,
  }),
  bytes: 4_000_000,
  path,
})

let app: App | undefined

interface Options {
  address?: string
  /** Stays where the room opens; by default all guests are listed. */
  isOnTonight?: boolean
  role?: Role
  guest?: Guest
  list?: GuestList
}

/** Opens the app in its guests with a fake host, for component tests. */
export async function openGuests({
  address = '/guests',
  isOnTonight = false,
  role = 'manager',
  guest = makeGuest(),
  list = makeGuestList(),
}: Options = {}): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: role })
  bridge.answers['guests.list'] = list
  bridge.answers['guests.get'] = guest
  bridge.answers['guests.tonight'] = { day: '2026-11-20', guests: [makeTonight()] }
  bridge.answers['guests.visits'] = makeVisits()
  bridge.answers['guests.duplicates'] = []
  bridge.answers['guests.setTags'] = null
  bridge.answers['guests.setNote'] = null
  bridge.answers['tickets.favouriteDish'] = null
  bridge.answers['guests.movements'] = makeMovements()
  bridge.answers['guests.exportState'] = null
  bridge.answers['guests.setAllergies'] = null
  bridge.answers['jobs.steer'] = null
  location.hash = `#${address}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  const everybody = page.getByRole('button', { name: 'All guests' })
  if (!isOnTonight && !address.includes('?')) {
    await expect.element(everybody).toBeInTheDocument()
    ;(everybody.element() as HTMLElement).click()
  }
  return bridge
}

/** Notifies the page that all guests were just deleted, as the host does. */
export function changeForgottenGuests(bridge: FakeBridge): void {
  const guestsForgottenAt = new Date().toISOString()
  bridge.status = { ...bridge.status, guestsForgottenAt }
  bridge.notify({ type: 'status.changed', status: bridge.status })
}

/** Everything in the browser's storage. */
export const storedHere = (): string =>
  JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage)))

/** Call after each test. */
export function closeGuests(): void {
  app?.unmount()
  location.hash = ''
  sessionStorage.clear()
  localStorage.clear()
}
