/** The address of the page. Only this origin may talk to the host. */
export const appOrigin = 'app://kitchen'

/** The id of the app's window among the host's screens. */
export const screenId = 'desktop'

/** Every channel between the page and the main process. Both sides use these names. */
export const channels = {
  call: 'kitchen:call',
  first: 'kitchen:first',
  event: 'kitchen:event',
  beat: 'kitchen:beat',
  chooseFile: 'files:choose',
  savePdf: 'files:pdf',
  readPreferences: 'preferences:read',
  writePreferences: 'preferences:write',
  readAutostart: 'autostart:read',
  setAutostart: 'autostart:set',
  findHosts: 'hosts:find',
  identifyHost: 'hosts:identify',
  joinHost: 'hosts:join',
} as const
