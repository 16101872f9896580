/** The address of the page, which is also the only origin that may speak to the host. */
export const appOrigin = 'app://kitchen'

/** The id of the app's one window among the screens of the host. */
export const screenId = 'desktop'

/** Every channel between the page and the main process. Both ends take the names from here. */
export const channels = {
  call: 'kitchen:call',
  first: 'kitchen:first',
  event: 'kitchen:event',
  chooseFile: 'files:choose',
  savePdf: 'files:pdf',
  readPreferences: 'preferences:read',
  writePreferences: 'preferences:write',
} as const
