import type en from './en.ts'

export default {
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
} satisfies typeof en
