import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryTrouble: {
    'reservation-refused': 'A plataforma recusou a reserva | A plataforma recusou {n} reservas',
    'reservation-unknown':
      'A plataforma não respondeu e a reserva pode existir. Procure a referência dela na plataforma, nos pedidos especiais. | A plataforma não respondeu por {n} reservas. Elas podem existir.',
    'reservation-expired':
      'A reserva não pôde ser enviada a tempo e a plataforma não a tem. Escolha outro horário ou descarte. | {n} reservas não puderam ser enviadas a tempo',
    'reservation-lost':
      'A nova reserva não foi feita e o cliente ficou sem mesa | {n} alterações falharam e os clientes ficaram sem mesa',
    'reservation-cancel-refused':
      'A plataforma recusou o cancelamento | A plataforma recusou {n} cancelamentos',
    'reservation-cancel-unknown':
      'A plataforma não respondeu e a reserva pode estar cancelada. Procure a referência dela na plataforma. | A plataforma não respondeu por {n} cancelamentos',
    'reservation-cancel-by-hand':
      'Uma reserva foi alterada. Cancele a anterior na plataforma. | {n} reservas foram alteradas. Cancele as anteriores na plataforma.',
  },
  deliveryChoice: {
    'reservation-mark-done': 'Marcar como reservada | Marcar as {n} como reservadas',
    'reservation-cancel-mark-done': 'Marcar como cancelada | Marcar as {n} como canceladas',
    'reservation-cancel-dismiss': 'Reativar reserva | Reativar {n} reservas',
  },
  deliveryName: {
    reservation: 'Uma reserva',
    'reservation-cancel': 'Uma reserva',
  },
} satisfies MessagesLike<typeof en>
