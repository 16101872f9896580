import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  keyArea: {
    orders: 'Pedidos',
    stock: 'Cardápio e itens esgotados',
    reservations: 'Reservas',
    guests: 'Clientes e pontos',
    coupons: 'Cupons',
    payments: 'Pagamentos, turnos e perdas',
    store: 'Tempo de preparo e horário',
  },
  keyPart: {
    reading: '{area} (ler)',
    changing: '{area} (alterar)',
  },
  keyRights: {
    lacks: 'Esta chave de acesso não tem permissão para: {areas}.',
    ask: 'Peça as permissões a quem cuida das chaves de acesso da sua plataforma, ou use outra chave.',
  },
  keyNote: {
    next: 'O que está salvo ainda pode ser lido. Dê mais permissões à chave nas configurações da sua plataforma.',
    connection: 'Abrir Conexão',
  },
} satisfies MessagesLike<typeof en>
