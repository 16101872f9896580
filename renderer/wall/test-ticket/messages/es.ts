import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  testTicket: {
    show: 'Mostrar una comanda de prueba',
    title: 'Prueba: no es un pedido',
    dish: 'Hamburguesa',
    note: 'sin cebolla',
    drink: 'Limonada',
    ready: 'Listo',
    text: 'Así se ven las comandas. Esta solo está en esta pantalla.',
  },
} satisfies MessagesLike<typeof en>
