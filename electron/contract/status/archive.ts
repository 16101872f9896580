/**
 * What the app found of the file of past orders since the start, and what became of it. `damaged`,
 * `newer` (another Kitchen Pass wrote it): it was set aside, and what could be read was copied into a
 * new one. `missing`: it was gone or empty. `closed`: the disk doesn't let it be opened.
 */
export interface ArchiveTrouble {
  kind: 'damaged' | 'newer' | 'missing' | 'closed'
  /** Some past orders can't be found now; it may still be copying. */
  isOut: boolean
  /** Where the file that was set aside is now, in the data folder; null if there was none. */
  keptAs: string | null
  /** How many orders were copied. */
  copied: number
}
