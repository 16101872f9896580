/* Apart from the schemas: the page needs these, and its policy would refuse what a schema tries. */

/** A file that leaves this computer is more than what is typed at its door. */
export const minPassphrase = 8
export const maxPassphrase = 200

/** How much of a file one call may bring, in bytes: base64 makes it a third longer. */
export const maxOfPart = 720_000

/** The end of the name of a backup file. */
export const backupFileEnd = '.kpbackup'

/**
 * The suggested name of a file: the store and the day there. Only letters that every disk takes.
 */
export function backupFileName(store: string | null, now: number, timeZone: string): string {
  const plain = (store ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replaceAll(/^-|-$/g, '')
  const day = new Date(now).toLocaleDateString('sv-SE', { timeZone })
  return `kitchen-pass-${plain === '' ? '' : `${plain}-`}${day}${backupFileEnd}`
}
