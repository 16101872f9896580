import type { z } from 'zod'
import { backupFilesContract } from './backup-files/backup-files.ts'
import { backupsContract } from './backups/backups.ts'
import { roles, type Role } from './shared/caller.ts'
import { channelOrdersContract } from './channel-orders/channel-orders.ts'
import { connectionContract, storeContract } from './connection/connection.ts'
import { couponsContract } from './coupons/coupons.ts'
import { dataFolderContract } from './data-folder/data-folder.ts'
import { deliveriesContract } from './deliveries/contract.ts'
import { doctorContract } from './doctor/doctor.ts'
import { draftsContract } from './drafts/drafts.ts'
import { guestsContract } from './guests/guests.ts'
import { inboxContract } from './inbox/inbox.ts'
import { instructionsContract } from './instructions/instructions.ts'
import { jobsContract } from './jobs/jobs.ts'
import { kitchenFiguresContract } from './kitchen-figures/kitchen-figures.ts'
import { menuContract } from './menu/menu.ts'
import {
  defineContract,
  event,
  type Contract,
  type EventDefinition,
  type Operation,
} from './shared/operation.ts'
import { networkContract } from './network/network.ts'
import { orderStatusContract } from './order-status/order-status.ts'
import { paymentsContract } from './payments/payments.ts'
import { preparationTimeContract } from './preparation-time/preparation-time.ts'
import { printersContract } from './printers/printers.ts'
import { profilesContract } from './profiles/profiles.ts'
import { reservationsContract } from './reservations/contract.ts'
import { screensContract } from './screens/screens.ts'
import { settingsContract } from './settings/settings.ts'
import { shiftsContract } from './shifts/contract.ts'
import { stationsContract } from './stations/contract.ts'
import { statusContract } from './status/contract.ts'
import { stockContract } from './stock/stock.ts'
import { storeHoursContract } from './store-hours/store-hours.ts'
import { ticketsContract } from './tickets/contract.ts'
import { updatesContract } from './updates/updates.ts'
import { wasteContract } from './waste/waste.ts'

const hostContract = defineContract({
  name: 'host',
  operations: {},
  events: {
    /** Another store was opened; ask for everything again. */
    'host.replaced': event(roles),
    /** This screen missed events, for example after a lost link; ask for everything again. */
    'events.missed': event(roles),
  },
})

/** The contracts of all nouns. Both bridges are derived from this list. */
export const contracts = [
  ticketsContract,
  orderStatusContract,
  stationsContract,
  stockContract,
  instructionsContract,
  menuContract,
  deliveriesContract,
  settingsContract,
  screensContract,
  networkContract,
  draftsContract,
  reservationsContract,
  guestsContract,
  printersContract,
  couponsContract,
  shiftsContract,
  channelOrdersContract,
  paymentsContract,
  wasteContract,
  kitchenFiguresContract,
  preparationTimeContract,
  storeHoursContract,
  jobsContract,
  connectionContract,
  profilesContract,
  storeContract,
  doctorContract,
  inboxContract,
  backupsContract,
  backupFilesContract,
  dataFolderContract,
  updatesContract,
  statusContract,
  hostContract,
] as const satisfies readonly Contract[]

type Joined<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type EachContract = (typeof contracts)[number]
type Events = Joined<EachContract['events']>

/**
 * Every operation that a screen can call, by name. Commands change something and return `null` or
 * what they made; queries only read.
 */
export type Operations = Joined<EachContract['operations']>
export type OperationName = keyof Operations
export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>
export type Output<Name extends OperationName> =
  | NonNullable<Operations[Name]['output']>
  | (null extends Operations[Name]['output'] ? null : never)

/** The events that the host sends to screens, the same over both transports. */
export type HostEvent = {
  [Type in keyof Events]: { type: Type } & (Events[Type] extends EventDefinition<infer Payload>
    ? Payload
    : never)
}[keyof Events]

const joined = <Part>(partOf: (contract: Contract) => Readonly<Record<string, Part>>) =>
  Object.fromEntries(contracts.flatMap((contract) => Object.entries(partOf(contract))))

export const operations = joined<Operation>(({ operations }) => operations) as Operations

const events = joined<EventDefinition>(({ events }) => events)

export const audiences = Object.fromEntries(
  Object.entries(events).map(([type, { audience }]) => [type, audience]),
) as Record<HostEvent['type'], readonly Role[]>

/** An event for each group of its roles: the whole, and the part that some of them see. */
export function eventsByRole(event: HostEvent): { event: HostEvent; roles: readonly Role[] }[] {
  const { audience, partFor } = events[event.type] ?? { audience: [] }
  if (partFor === undefined) return [{ event, roles: audience }]
  const isNarrow = (role: Role): boolean => partFor.roles.includes(role)
  return [
    { event, roles: audience.filter((role) => !isNarrow(role)) },
    // The part has the type of the whole.
    { event: partFor.view(event) as HostEvent, roles: audience.filter(isNarrow) },
  ]
}
