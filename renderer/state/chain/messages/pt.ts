import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  instruction: {
    soldOut: 'Esgotado: {name}',
    onSale: 'Disponível de novo: {name}',
    onSaleUnnamed: 'Disponível de novo',
    profile: 'Ajustes e praças',
    reason: '“{reason}”',
    by: '{chain}: {by}',
    waiting: 'Aguardando o cardápio desta loja.',
    done: 'Feito.',
    nothingLeft: 'Feito: não restava nada para deixar disponível de novo.',
    doneItems: 'Feito: {n} item. | Feito: {n} itens.',
    partly: 'Feito em parte.',
    partlyItems: 'Feito em parte: {n} item. | Feito em parte: {n} itens.',
    unchanged: 'Nada mudou.',
    missing: 'Não encontrado aqui: {names}.',
    missingOfProfile: 'Não encontrado ou não aceito aqui: {names}.',
    'not-found': 'Nada mudou: não encontrado aqui.',
    refused: 'Nada mudou: esta loja não aceita mudanças da rede.',
    'too-old': 'Nada mudou: chegou tarde demais.',
    failed: 'Nada mudou: não foi possível salvar aqui.',
    changedSince: 'Mudado aqui desde então: {n} item. | Mudados aqui desde então: {n} itens.',
  },
} satisfies MessagesLike<typeof en>
