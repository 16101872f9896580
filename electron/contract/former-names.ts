import type { OperationName } from './index.ts'

/**
 * Operations by the names that pages of the last release ask for: they stay open while the host is
 * updated. Empty it with the next release.
 */
export const formerNames: ReadonlyMap<string, OperationName> = new Map<string, OperationName>([
  ['backupFiles.read', 'backupFiles.get'],
  ['backups.make', 'backups.create'],
  ['connection.giveToken', 'connection.saveToken'],
  ['connection.read', 'connection.get'],
  ['coupons.read', 'coupons.get'],
  ['dataFolder.read', 'dataFolder.get'],
  ['doctor.read', 'doctor.get'],
  ['drafts.keep', 'drafts.save'],
  ['drafts.read', 'drafts.list'],
  ['guests.read', 'guests.get'],
  ['kitchenFigures.read', 'kitchenFigures.get'],
  ['menu.read', 'menu.refresh'],
  ['network.read', 'network.get'],
  ['orderStatus.read', 'orderStatus.get'],
  ['preparationTime.keep', 'preparationTime.setUsual'],
  ['preparationTime.read', 'preparationTime.get'],
  ['printers.read', 'printers.get'],
  ['profiles.read', 'profiles.get'],
  ['reservations.change', 'reservations.replace'],
  ['reservations.edit', 'reservations.update'],
  ['reservations.find', 'reservations.search'],
  ['reservations.take', 'reservations.create'],
  ['reservations.undoChange', 'reservations.undoReplace'],
  ['screens.read', 'screens.get'],
  ['settings.read', 'settings.get'],
  ['shifts.keepCount', 'shifts.saveCount'],
  ['shifts.read', 'shifts.refresh'],
  ['stations.read', 'stations.get'],
  ['status.read', 'status.get'],
  ['storeHours.read', 'storeHours.get'],
  ['tickets.detail', 'tickets.get'],
  ['tickets.find', 'tickets.search'],
  ['tickets.snapshot', 'tickets.list'],
  ['updates.read', 'updates.get'],
])
