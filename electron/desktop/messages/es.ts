import type en from './en.ts'

export default {
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
} satisfies typeof en
