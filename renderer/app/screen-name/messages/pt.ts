import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  screenNameCard: {
    title: 'Como se chama esta tela?',
    text: 'O nome aparece ao lado do que é feito aqui.',
    suggestions: 'Sugestões',
    name: 'Nome',
    role: 'Função',
    taken: 'Já existe uma tela chamada {name}. Outro nome ajuda a diferenciá-las.',
    save: 'Salvar',
    saved: 'Esta tela se chama {name}.',
    answer: 'Dar um nome',
    notNow: 'Agora não',
  },
  screenNames: {
    kitchen: 'Cozinha',
    kitchenMore: 'Grelha',
    counter: 'Balcão',
    counterMore: 'Bar',
    manager: 'Escritório',
    managerMore: 'Gerente',
    status: 'Status dos pedidos',
    statusMore: 'Retirada',
  },
} satisfies MessagesLike<typeof en>
