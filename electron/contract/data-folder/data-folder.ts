import { answersManager, defineContract, none } from '../shared/operation.ts'

/** What the data folder takes on the disk of the host, in bytes. */
export interface DataFolder {
  path: string
  /** The open store’s own database. */
  database: number
  backups: number
  exports: number
  /** Files that were damaged, or that a backup replaced. */
  quarantine: number
  /** Everything else there, such as databases of other stores. */
  others: number
  /** What is free on its disk, and how large the disk is. */
  free: number
  disk: number
  /** So little is free that backups may stop. */
  isLow: boolean
  /** The service that copies this folder to a cloud, such as OneDrive; null if none is known to. */
  syncedBy: string | null
}

export const dataFolderContract = defineContract({
  name: 'dataFolder',
  operations: {
    /** Measures the data folder now. */
    'dataFolder.get': answersManager<DataFolder>()(none),
  },
  events: {},
})
