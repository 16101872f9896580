import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Language } from '#contract/shared/languages.ts'
import { messages } from './messages/index.ts'

const editing = ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'] as const
const zooming = ['zoomIn', 'zoomOut', 'resetZoom'] as const

/**
 * The application menu: what text fields and screens need, and nothing that an elbow on the
 * keyboard could do harm with (no reload, no close, no developer tools in production). In kiosk
 * mode, nothing that leaves the window either. `own` comes before the item that quits.
 */
export function showMenu(
  language: Language,
  { isKiosk, own }: { isKiosk: boolean; own: MenuItemConstructorOptions[] },
): void {
  const say = messages[language]
  const developer: MenuItemConstructorOptions[] = app.isPackaged
    ? []
    : [
        { type: 'separator' },
        { role: 'reload', label: say.reload },
        { role: 'toggleDevTools', label: say.developer },
      ]
  const leaving: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { role: 'togglefullscreen', label: say.fullScreen },
    ...developer,
  ]
  const first: MenuItemConstructorOptions = {
    label: app.getName(),
    submenu: [...own, { type: 'separator' }, { role: 'quit', label: say.quit }],
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isKiosk ? [] : [first]),
      {
        label: say.edit,
        submenu: editing.map((role) => ({ role, label: say[role] })),
      },
      {
        label: say.view,
        submenu: [
          ...zooming.map((role) => ({ role, label: say[role] })),
          ...(isKiosk ? [] : leaving),
        ],
      },
    ]),
  )
}
