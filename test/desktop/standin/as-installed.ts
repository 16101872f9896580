import { app } from 'electron'

/**
 * Runs in the app before the app's own code. From when it is ready, the app is one that was
 * installed on Windows: only such an app updates itself. Not before, because an installed app lets
 * no test in (electron/desktop/outside.ts).
 */
void app.whenReady().then(() => {
  Object.defineProperty(app, 'isPackaged', { value: true })
  Object.defineProperty(process, 'platform', { value: 'win32' })
  Object.defineProperty(process, 'resourcesPath', {
    value: process.env['KITCHEN_PASS_TEST_RESOURCES'],
  })
})
