import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryTrouble: {
    'reservation-refused': 'La plataforma rechazó la reserva | La plataforma rechazó {n} reservas',
    'reservation-unknown':
      'La plataforma no respondió y la reserva puede existir. Busca su referencia en la plataforma, en los pedidos especiales. | La plataforma no respondió por {n} reservas. Pueden existir.',
    'reservation-expired':
      'La reserva no se pudo enviar a tiempo y la plataforma no la tiene. Elige otra hora o descártala. | {n} reservas no se pudieron enviar a tiempo',
    'reservation-lost':
      'La nueva reserva no se hizo y el cliente quedó sin mesa | {n} cambios fallaron y los clientes quedaron sin mesa',
    'reservation-cancel-refused':
      'La plataforma rechazó la cancelación | La plataforma rechazó {n} cancelaciones',
    'reservation-cancel-unknown':
      'La plataforma no respondió y la reserva puede estar cancelada. Busca su referencia en la plataforma. | La plataforma no respondió por {n} cancelaciones',
    'reservation-cancel-by-hand':
      'Se cambió una reserva. Cancela la anterior en la plataforma. | Se cambiaron {n} reservas. Cancela las anteriores en la plataforma.',
  },
  deliveryChoice: {
    'reservation-mark-done': 'Marcar como reservada | Marcar las {n} como reservadas',
    'reservation-cancel-mark-done': 'Marcar como cancelada | Marcar las {n} como canceladas',
    'reservation-cancel-dismiss': 'Reactivar reserva | Reactivar {n} reservas',
  },
  deliveryName: {
    reservation: 'Una reserva',
    'reservation-cancel': 'Una reserva',
  },
} satisfies MessagesLike<typeof en>
