import type { Bridge } from '#contract/bridge.ts'

/** A bridge that passes everything on to another, for a bridge that changes only some of it. */
export const passOn = (bridge: Bridge): Bridge => ({
  first: () => bridge.first(),
  call: (name, input) => bridge.call(name, input),
  onEvent: (listen) => bridge.onEvent(listen),
  onLink: (listen) => bridge.onLink(listen),
  chooseFile: (name) => bridge.chooseFile(name),
  savePdf: (name) => bridge.savePdf(name),
  saveExport: (exportId) => bridge.saveExport(exportId),
  readPreferences: () => bridge.readPreferences(),
  writePreferences: (preferences) => bridge.writePreferences(preferences),
  computer: bridge.computer,
})
