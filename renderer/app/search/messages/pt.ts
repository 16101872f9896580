import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  search: {
    field: 'O que você procura?',
    clear: 'Limpar',
    results: 'Resultados',
    count: '{n} resultado | {n} resultados',
    nothing: 'Nenhum resultado para “{text}”',
    nothingText: 'Procuramos em: {kinds}. Tente um código, o começo de um nome ou um telefone.',
    busy: 'Ainda procurando em: {kinds}',
    failed: 'Não foi possível procurar em: {kinds}.',
    cutOff: 'Sem conexão com o computador da cozinha.',
    showAll: 'Ver tudo em {room}',
    move: 'Mover',
    open: 'Abrir',
    close: 'Fechar',
  },
  searchKind: {
    tickets: 'Comandas abertas',
    pastTickets: 'Comandas anteriores',
    dishes: 'Pratos e opções',
    reservations: 'Reservas',
    guests: 'Clientes',
    settings: 'Ajustes',
    rooms: 'Seções',
  },
} satisfies MessagesLike<typeof en>
