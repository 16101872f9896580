import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryTrouble: {
    'stock-refused':
      'La plataforma rechazó este cambio | La plataforma rechazó cambios en {n} artículos',
    'stock-unknown':
      'El cambio se envió, pero no se confirmó | Cambios en {n} artículos sin confirmar',
    'stock-expired':
      'Cuenta de nuevo: el número no se pudo enviar a tiempo | Cuenta de nuevo {n} artículos: los números no se pudieron enviar a tiempo',
  },
  deliveryChoice: {
    'stock-mark-done': 'Dejar así | Dejar los {n} así',
  },
  deliveryName: {
    stock: 'Un artículo de la carta',
  },
} satisfies MessagesLike<typeof en>
