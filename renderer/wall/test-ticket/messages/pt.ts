import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  testTicket: {
    show: 'Mostrar uma comanda de teste',
    title: 'Teste: não é um pedido',
    dish: 'Hambúrguer',
    note: 'sem cebola',
    drink: 'Limonada',
    ready: 'Pronto',
    text: 'As comandas aparecem assim. Esta está só nesta tela.',
  },
} satisfies MessagesLike<typeof en>
