import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Preferences } from '#contract/settings/settings.ts'
import type { Language } from '#contract/languages.ts'
import { languageOf } from '#host/page/trouble.ts'

const text = {
  en: {
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    view: 'View',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    resetZoom: 'Actual size',
    fullScreen: 'Full screen',
    developer: 'Developer tools',
    reload: 'Reload',
    quit: 'Quit',
  },
  es: {
    edit: 'Editar',
    undo: 'Deshacer',
    redo: 'Rehacer',
    cut: 'Cortar',
    copy: 'Copiar',
    paste: 'Pegar',
    selectAll: 'Seleccionar todo',
    view: 'Ver',
    zoomIn: 'Acercar',
    zoomOut: 'Alejar',
    resetZoom: 'Tamaño real',
    fullScreen: 'Pantalla completa',
    developer: 'Herramientas de desarrollo',
    reload: 'Recargar',
    quit: 'Salir',
  },
  pt: {
    edit: 'Editar',
    undo: 'Desfazer',
    redo: 'Refazer',
    cut: 'Recortar',
    copy: 'Copiar',
    paste: 'Colar',
    selectAll: 'Selecionar tudo',
    view: 'Ver',
    zoomIn: 'Ampliar',
    zoomOut: 'Reduzir',
    resetZoom: 'Tamanho real',
    fullScreen: 'Tela cheia',
    developer: 'Ferramentas de desenvolvimento',
    reload: 'Recarregar',
    quit: 'Sair',
  },
} satisfies Record<Language, Record<string, string>>

const editing = ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'] as const
const zooming = ['zoomIn', 'zoomOut', 'resetZoom'] as const

/**
 * The application menu: what text fields and screens need, and nothing that an elbow on the
 * keyboard could do harm with (no reload, no close, no developer tools in production). In the
 * chosen language, otherwise the system's.
 */
export function showMenu(chosen: Preferences['language']): void {
  const say = text[chosen ?? languageOf(app.getLocale())]
  const quit: MenuItemConstructorOptions = { role: 'quit', label: say.quit }
  const developer: MenuItemConstructorOptions[] = app.isPackaged
    ? []
    : [
        { type: 'separator' },
        { role: 'reload', label: say.reload },
        { role: 'toggleDevTools', label: say.developer },
      ]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: app.getName(), submenu: [quit] },
      {
        label: say.edit,
        submenu: editing.map((role) => ({ role, label: say[role] })),
      },
      {
        label: say.view,
        submenu: [
          ...zooming.map((role) => ({ role, label: say[role] })),
          { type: 'separator' },
          { role: 'togglefullscreen', label: say.fullScreen },
          ...developer,
        ],
      },
    ]),
  )
}
