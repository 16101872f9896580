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
  joinHost: 'Conectar con otro Kitchen Pass',
  leaveScreenMode: 'Dejar de ser una pantalla',
  leaveText:
    'Kitchen Pass se reinicia con los datos de este computador. Un gerente puede quitar esta pantalla en el computador de la cocina.',
  leave: 'Dejar de serlo',
  stay: 'Seguir siendo una pantalla',
  quit: 'Salir',
} satisfies typeof en
