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
  joinHost: 'Conectar a outro Kitchen Pass',
  leaveScreenMode: 'Deixar de ser uma tela',
  leaveText:
    'O Kitchen Pass reinicia com os dados deste computador. Um gerente pode remover esta tela no computador da cozinha.',
  leave: 'Deixar',
  stay: 'Continuar como tela',
  quit: 'Sair',
} satisfies typeof en
