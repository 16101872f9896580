import type en from './en.ts'

export default {
  title: 'Este navegador ainda não tem acesso',
  text: 'Abra o endereço que o Kitchen Pass mostra ao iniciar. Ele dá acesso a um navegador e vale uma única vez.',
  more: 'Para outros navegadores, digite a chave do arquivo web-key, que fica na pasta de dados do Kitchen Pass.',
  key: 'Chave',
  open: 'Abrir',
  wrong: 'Esta chave não serve ou já foi usada. Use o endereço mais recente ou a chave do arquivo.',
  gone: 'O Kitchen Pass não responde. Verifique se ele está aberto.',
} satisfies typeof en
