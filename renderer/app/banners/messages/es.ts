import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  practice: {
    title: 'Tienda de práctica',
    text: 'Estos pedidos son inventados. Prueba lo que quieras.',
    connect: 'Conecta tu tienda',
  },
} satisfies MessagesLike<typeof en>
