import { inboxMessages } from './inbox-messages/inbox-messages.ts'
import { backupFiles } from './backup-files/backup-files.ts'
import { backups } from './backups/backups.ts'
import { everyNoun } from './start/build-nouns.ts'
import { chainStatus } from './chain-status/chain-status.ts'
import { channelOrders } from './channel-orders/channel-orders.ts'
import { store } from './connection/connection.ts'
import { coupons } from './coupons/coupons.ts'
import { dataFolder } from './data-folder/data-folder.ts'
import { deliveries } from './deliveries/deliveries.ts'
import { doctor } from './doctor/doctor.ts'
import { drafts } from './drafts/drafts.ts'
import { guests } from './guests/guests.ts'
import { instructions } from './instructions/instructions.ts'
import { jobs } from './jobs/jobs.ts'
import { kitchenFigures } from './kitchen-figures/kitchen-figures.ts'
import { menu } from './menu/menu.ts'
import { network } from './network/network.ts'
import { orderStatus } from './order-status/order-status.ts'
import { tickets } from './tickets/tickets.ts'
import { payments } from './payments/payments.ts'
import { preparationTime } from './preparation-time/preparation-time.ts'
import { printers } from './printers/printers.ts'
import { profiles } from './profiles/profiles.ts'
import { reservations } from './reservations/reservations.ts'
import { retention } from './retention/retention.ts'
import { screens } from './screens/screens.ts'
import { settings } from './settings/settings.ts'
import { shifts } from './shifts/shifts.ts'
import { stations } from './stations/stations.ts'
import { status } from './status/status.ts'
import { stock } from './stock/stock.ts'
import { storeHours } from './store-hours/store-hours.ts'
import { updates } from './updates/updates.ts'
import { waste } from './waste/waste.ts'

/** Every noun. They are notified, started and read in this order; the others need the first two. */
export const nouns = everyNoun([
  settings,
  store,
  profiles,
  jobs,
  tickets,
  orderStatus,
  stations,
  stock,
  menu,
  instructions,
  drafts,
  coupons,
  reservations,
  guests,
  shifts,
  printers,
  payments,
  waste,
  channelOrders,
  kitchenFigures,
  preparationTime,
  storeHours,
  deliveries,
  screens,
  network,
  doctor,
  inboxMessages,
  retention,
  backups,
  backupFiles,
  dataFolder,
  updates,
  status,
  chainStatus,
])

/** All tables, for the care of the file. */
export const tables = nouns.flatMap((noun) => noun.tables)
